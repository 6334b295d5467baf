ALTER TABLE `users` ADD `has_gravatar` integer DEFAULT false NOT NULL;
