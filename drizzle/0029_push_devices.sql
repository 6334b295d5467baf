CREATE TABLE `push_devices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`token` text NOT NULL,
	`ios_app_id` text,
	`registered_at` integer NOT NULL,
	`is_leaving` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `push_devices_person` ON `push_devices` (`user_id`,`kind`,`token`);--> statement-breakpoint
CREATE UNIQUE INDEX `push_devices_token` ON `push_devices` (`kind`,`token`) WHERE is_leaving = 0;--> statement-breakpoint
CREATE TABLE `pushed_messages` (
	`user_id` integer NOT NULL,
	`message_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `message_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `pushed_messages_message` ON `pushed_messages` (`message_id`);
