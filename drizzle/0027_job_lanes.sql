DROP INDEX `jobs_due`;--> statement-breakpoint
ALTER TABLE `jobs` ADD `lane` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`kind`,`lane`,`run_at`) WHERE ended_at IS NULL;
