CREATE TABLE `jobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`key` text,
	`payload` text NOT NULL,
	`queued_at` integer NOT NULL,
	`run_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`leased_until` integer,
	`ended_at` integer,
	`failure` text
) STRICT;
--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`kind`,`run_at`) WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX `jobs_key` ON `jobs` (`kind`,`key`) WHERE key IS NOT NULL;--> statement-breakpoint
CREATE INDEX `jobs_ended` ON `jobs` (`ended_at`) WHERE ended_at IS NOT NULL;
