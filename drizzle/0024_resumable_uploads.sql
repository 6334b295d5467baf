CREATE TABLE `resumable_uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` integer NOT NULL,
	`length` integer,
	`metadata` text NOT NULL,
	`unchecked_from` integer,
	`expires_at` integer NOT NULL,
	`attachment_id` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `resumable_uploads_owner` ON `resumable_uploads` (`owner_id`);--> statement-breakpoint
CREATE INDEX `resumable_uploads_expiry` ON `resumable_uploads` (`expires_at`);
