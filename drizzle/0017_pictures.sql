CREATE TABLE `custom_emoji` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`author_id` integer NOT NULL,
	`picture` text NOT NULL,
	`still` text,
	`is_deactivated` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`picture`) REFERENCES `pictures`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`still`) REFERENCES `pictures`(`name`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `custom_emoji_name` ON `custom_emoji` (`name`) WHERE "custom_emoji"."is_deactivated" = 0;--> statement-breakpoint
CREATE TABLE `pictures` (
	`name` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL
) STRICT;
--> statement-breakpoint
ALTER TABLE `users` ADD `avatar` text;--> statement-breakpoint
ALTER TABLE `users` ADD `avatar_medium` text;
