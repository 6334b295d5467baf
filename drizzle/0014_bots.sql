CREATE TABLE `bot_storage` (
	`bot_id` integer NOT NULL,
	`key` text NOT NULL,
	`value` text NOT NULL,
	PRIMARY KEY(`bot_id`, `key`),
	FOREIGN KEY (`bot_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `bots` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`api_key` text NOT NULL,
	`default_sending_channel_id` integer,
	`default_events_channel_id` integer,
	`hears_public_channels` integer DEFAULT false NOT NULL,
	`service_name` text DEFAULT '' NOT NULL,
	`payload_url` text,
	`payload_format` integer,
	`webhook_token` text,
	`config_data` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`default_sending_channel_id`) REFERENCES `channels`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`default_events_channel_id`) REFERENCES `channels`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
