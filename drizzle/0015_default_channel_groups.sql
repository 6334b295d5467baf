CREATE TABLE `channel_email_tokens` (
	`token` text PRIMARY KEY NOT NULL,
	`channel_id` integer NOT NULL,
	`creator_id` integer NOT NULL,
	`sender_id` integer NOT NULL,
	FOREIGN KEY (`channel_id`) REFERENCES `channels`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sender_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `channel_email_tokens_purpose` ON `channel_email_tokens` (`channel_id`,`creator_id`,`sender_id`);--> statement-breakpoint
CREATE TABLE `default_channel_group_channels` (
	`group_id` integer NOT NULL,
	`channel_id` integer NOT NULL,
	PRIMARY KEY(`group_id`, `channel_id`),
	FOREIGN KEY (`group_id`) REFERENCES `default_channel_groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`channel_id`) REFERENCES `channels`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `default_channel_group_channels_channel` ON `default_channel_group_channels` (`channel_id`);--> statement-breakpoint
CREATE TABLE `default_channel_groups` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `default_channel_groups_name` ON `default_channel_groups` (`name_key`);
