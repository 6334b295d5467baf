CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`action` text NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` integer,
	`session_id` integer,
	`api_key_id` integer,
	`client` text,
	`address` text,
	`object_kind` text NOT NULL,
	`object_id` integer,
	`object_name` text,
	`changes` text,
	`count` integer DEFAULT 1 NOT NULL,
	`last_at` integer NOT NULL,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`at`);--> statement-breakpoint
CREATE INDEX `audit_log_actor` ON `audit_log` (`actor_id`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_action` ON `audit_log` (`action`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_object` ON `audit_log` (`object_kind`,`object_id`,`at`);--> statement-breakpoint
CREATE TABLE `audit_log_people` (
	`entry_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`entry_id`, `user_id`),
	FOREIGN KEY (`entry_id`) REFERENCES `audit_log`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `audit_log_people_user` ON `audit_log_people` (`user_id`,`at`,`entry_id`);
