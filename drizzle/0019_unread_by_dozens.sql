CREATE TABLE `unread_progress` (
	`id` integer PRIMARY KEY NOT NULL,
	`indexed_up_to` integer NOT NULL
) STRICT;
--> statement-breakpoint
DROP INDEX `message_states_unread`;--> statement-breakpoint
ALTER TABLE `message_states` ADD `is_new` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `message_states_unread` ON `message_states` (`user_id`,`message_id`,`flags`,`is_new`) WHERE (flags & 1) <> 0 AND is_new = 0;

--> statement-breakpoint
INSERT INTO unread_progress (id, indexed_up_to) SELECT 1, coalesce(max(id), 0) FROM messages;
