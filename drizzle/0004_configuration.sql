CREATE TABLE `channel_folders` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`rendered_description` text NOT NULL,
	`is_archived` integer DEFAULT false NOT NULL,
	`position` integer NOT NULL,
	`creator_id` integer,
	`date_created` integer NOT NULL,
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `linkifiers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`pattern` text NOT NULL,
	`url_template` text NOT NULL,
	`position` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `linkifiers_pattern` ON `linkifiers` (`pattern`);--> statement-breakpoint
CREATE TABLE `playgrounds` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`language` text NOT NULL,
	`url_template` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `playgrounds_language_name` ON `playgrounds` (`language`,`name`);--> statement-breakpoint
CREATE TABLE `profile_fields` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` integer NOT NULL,
	`name` text NOT NULL,
	`hint` text NOT NULL,
	`field_data` text NOT NULL,
	`position` integer NOT NULL,
	`is_in_summary` integer NOT NULL,
	`is_required` integer NOT NULL,
	`is_editable_by_user` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `profile_values` (
	`user_id` integer NOT NULL,
	`field_id` integer NOT NULL,
	`value` text NOT NULL,
	`rendered_value` text,
	PRIMARY KEY(`user_id`, `field_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `profile_values_field` ON `profile_values` (`field_id`);
