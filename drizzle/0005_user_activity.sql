CREATE TABLE `user_activity` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`day` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
-- Until now people counted as active on the day of their last message or report of presence.
INSERT INTO `user_activity` (`user_id`, `day`)
SELECT `id`, max(
  coalesce((SELECT `sent_at` FROM `messages` WHERE `sender_id` = `users`.`id` ORDER BY `messages`.`id` DESC LIMIT 1), 0),
  coalesce((SELECT `connected_at` FROM `presence` WHERE `user_id` = `users`.`id`), 0)
) / 86400 AS `last_day`
FROM `users` WHERE `last_day` > 0;
