CREATE TABLE `encrypted_devices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`push_account_id` integer NOT NULL,
	`token_kind` text NOT NULL,
	`push_public_key` text NOT NULL,
	`bouncer_public_key` text NOT NULL,
	`encrypted_registration` text NOT NULL,
	`device_id` integer,
	`error_code` text,
	`api_key_id` integer,
	`registered_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `encrypted_devices_account` ON `encrypted_devices` (`user_id`,`push_account_id`);--> statement-breakpoint
CREATE INDEX `encrypted_devices_pending` ON `encrypted_devices` (`registered_at`) WHERE device_id IS NULL AND error_code IS NULL;--> statement-breakpoint
CREATE TABLE `web_push_subscriptions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`session_id` integer,
	`api_key_id` integer,
	`subscribed_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`api_key_id`) REFERENCES `api_keys`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `web_push_subscriptions_endpoint` ON `web_push_subscriptions` (`endpoint`);--> statement-breakpoint
CREATE INDEX `web_push_subscriptions_user` ON `web_push_subscriptions` (`user_id`);--> statement-breakpoint
CREATE INDEX `web_push_subscriptions_session` ON `web_push_subscriptions` (`session_id`);--> statement-breakpoint
CREATE INDEX `web_push_subscriptions_api_key` ON `web_push_subscriptions` (`api_key_id`);
