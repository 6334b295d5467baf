ALTER TABLE `bots` ADD `webhook_fails_since` integer;
