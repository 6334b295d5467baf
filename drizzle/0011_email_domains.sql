CREATE TABLE `email_domains` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`domain` text NOT NULL,
	`allows_subdomains` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `email_domains_domain` ON `email_domains` (`domain`);
