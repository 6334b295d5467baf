-- Made anew: nothing has linked to files before this step, so nothing is in these tables.
DROP TABLE `attachment_drafts`;--> statement-breakpoint
DROP TABLE `attachment_messages`;--> statement-breakpoint
DROP TABLE `archived_attachment_messages`;--> statement-breakpoint
CREATE TABLE `attachment_drafts` (
	`kind` text NOT NULL,
	`draft_id` integer NOT NULL,
	`attachment_id` integer NOT NULL,
	PRIMARY KEY(`kind`, `draft_id`, `attachment_id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `attachment_drafts_attachment` ON `attachment_drafts` (`attachment_id`);--> statement-breakpoint
CREATE TABLE `attachment_messages` (
	`message_id` integer NOT NULL,
	`attachment_id` integer NOT NULL,
	`conversation_id` integer NOT NULL,
	PRIMARY KEY(`message_id`, `attachment_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `attachment_messages_attachment` ON `attachment_messages` (`attachment_id`,`message_id`);--> statement-breakpoint
CREATE INDEX `attachment_messages_conversation` ON `attachment_messages` (`attachment_id`,`conversation_id`,`message_id`);--> statement-breakpoint
CREATE TABLE `archived_attachment_messages` (
	`message_id` integer NOT NULL,
	`attachment_id` integer NOT NULL,
	`conversation_id` integer NOT NULL,
	PRIMARY KEY(`message_id`, `attachment_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `archived_attachment_messages_attachment` ON `archived_attachment_messages` (`attachment_id`);--> statement-breakpoint
CREATE INDEX `attachments_size` ON `attachments` (`size`);
