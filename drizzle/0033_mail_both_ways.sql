CREATE TABLE `sent_digests` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`sent_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `posted_mails` (
	`digest` text PRIMARY KEY NOT NULL,
	`posted_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `posted_mails_time` ON `posted_mails` (`posted_at`);--> statement-breakpoint
CREATE TABLE `missed_messages` (
	`user_id` integer NOT NULL,
	`message_id` integer NOT NULL,
	`trigger` text NOT NULL,
	PRIMARY KEY(`user_id`, `message_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
