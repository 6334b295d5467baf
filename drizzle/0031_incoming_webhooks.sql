CREATE TABLE `unsupported_webhook_events` (
	`bot_id` integer NOT NULL,
	`integration` text NOT NULL,
	`event` text NOT NULL,
	`count` integer NOT NULL,
	`last_at` integer NOT NULL,
	PRIMARY KEY(`bot_id`, `integration`, `event`),
	FOREIGN KEY (`bot_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`bot_id` integer NOT NULL,
	`delivery` text NOT NULL,
	`message_id` integer NOT NULL,
	`received_at` integer NOT NULL,
	PRIMARY KEY(`bot_id`, `delivery`),
	FOREIGN KEY (`bot_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_received` ON `webhook_deliveries` (`received_at`);
