ALTER TABLE `subscription_periods` ADD `is_kept` integer DEFAULT false NOT NULL;
