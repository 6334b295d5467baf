CREATE TABLE `exports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`kind` integer NOT NULL,
	`started_at` integer NOT NULL,
	`progress` integer DEFAULT 0 NOT NULL,
	`file_name` text NOT NULL,
	`file_key` text,
	`size` integer,
	`failed_at` integer,
	`failure` text,
	`deleted_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `exports_started` ON `exports` (`started_at`);--> statement-breakpoint
CREATE TABLE `import_sources` (
	`source` text NOT NULL,
	`kind` text NOT NULL,
	`source_id` text NOT NULL,
	`id` integer NOT NULL,
	PRIMARY KEY(`source`, `kind`, `source_id`)
) STRICT, WITHOUT ROWID;
