CREATE TABLE `event_mark` (
	`id` integer PRIMARY KEY NOT NULL,
	`mark` integer NOT NULL
) STRICT;
