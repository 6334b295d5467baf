CREATE TABLE `invitation_channels` (
	`invitation_id` integer NOT NULL,
	`channel_id` integer NOT NULL,
	PRIMARY KEY(`invitation_id`, `channel_id`),
	FOREIGN KEY (`invitation_id`) REFERENCES `invitations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`channel_id`) REFERENCES `channels`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `invitation_groups` (
	`invitation_id` integer NOT NULL,
	`group_id` integer NOT NULL,
	PRIMARY KEY(`invitation_id`, `group_id`),
	FOREIGN KEY (`invitation_id`) REFERENCES `invitations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`group_id`) REFERENCES `user_groups`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `invitations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`email` text,
	`email_key` text,
	`inviter_id` integer NOT NULL,
	`role` integer NOT NULL,
	`invited_at` integer NOT NULL,
	`expires_at` integer,
	`includes_defaults` integer NOT NULL,
	`tells_inviter` integer NOT NULL,
	`welcome_text` text,
	`state` text DEFAULT 'open' NOT NULL,
	FOREIGN KEY (`inviter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_key` ON `invitations` (`key`);--> statement-breakpoint
CREATE INDEX `invitations_state` ON `invitations` (`state`,`expires_at`);--> statement-breakpoint
CREATE INDEX `invitations_invited` ON `invitations` (`invited_at`);
