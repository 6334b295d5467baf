CREATE TABLE `known_logins` (
	`user_id` integer NOT NULL,
	`place` blob NOT NULL,
	`last_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `place`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
