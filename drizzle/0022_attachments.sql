CREATE TABLE `attachment_drafts` (
	`kind` text NOT NULL,
	`draft_id` integer NOT NULL,
	`attachment_id` integer NOT NULL,
	PRIMARY KEY(`kind`, `draft_id`, `attachment_id`),
	FOREIGN KEY (`attachment_id`) REFERENCES `attachments`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `attachment_drafts_attachment` ON `attachment_drafts` (`attachment_id`);--> statement-breakpoint
CREATE TABLE `attachment_messages` (
	`message_id` integer NOT NULL,
	`attachment_id` integer NOT NULL,
	PRIMARY KEY(`message_id`, `attachment_id`),
	FOREIGN KEY (`attachment_id`) REFERENCES `attachments`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `attachment_messages_attachment` ON `attachment_messages` (`attachment_id`,`message_id`);--> statement-breakpoint
CREATE TABLE `attachments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`path_name` text NOT NULL,
	`name` text NOT NULL,
	`owner_id` integer NOT NULL,
	`size` integer NOT NULL,
	`content_type` text NOT NULL,
	`created_at` integer NOT NULL,
	`width` integer,
	`height` integer,
	`is_animated` integer DEFAULT false NOT NULL,
	`previews` text NOT NULL,
	`unclaimed_since` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `attachments_key` ON `attachments` (`key`);--> statement-breakpoint
CREATE INDEX `attachments_owner` ON `attachments` (`owner_id`,`id`);--> statement-breakpoint
CREATE INDEX `attachments_unclaimed` ON `attachments` (`unclaimed_since`) WHERE unclaimed_since IS NOT NULL;--> statement-breakpoint
CREATE TABLE `archived_attachment_messages` (
	`message_id` integer NOT NULL,
	`attachment_id` integer NOT NULL,
	PRIMARY KEY(`message_id`, `attachment_id`),
	FOREIGN KEY (`message_id`) REFERENCES `archived_messages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`attachment_id`) REFERENCES `attachments`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `archived_attachment_messages_attachment` ON `archived_attachment_messages` (`attachment_id`);
