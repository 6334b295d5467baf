CREATE TABLE `search_progress` (
	`id` integer PRIMARY KEY NOT NULL,
	`indexed_up_to` integer NOT NULL
) STRICT;

--> statement-breakpoint
-- Up to here, messages are in the index, or a job puts them there.
INSERT INTO search_progress (id, indexed_up_to) SELECT 1, coalesce(max(id), 0) FROM messages;
