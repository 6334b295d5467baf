-- Every table, made from src/*/tables.ts by `bun run migrations`; not edited by hand.
CREATE TABLE `alert_words` (
	`user_id` integer NOT NULL,
	`word_key` text NOT NULL,
	`word` text NOT NULL,
	PRIMARY KEY(`user_id`, `word_key`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `channels` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`rendered_description` text DEFAULT '' NOT NULL,
	`creator_id` integer,
	`date_created` integer NOT NULL,
	`is_private` integer DEFAULT false NOT NULL,
	`is_web_public` integer DEFAULT false NOT NULL,
	`is_history_shared` integer DEFAULT true NOT NULL,
	`is_archived` integer DEFAULT false NOT NULL,
	`is_default` integer DEFAULT false NOT NULL,
	`folder_id` integer,
	`topics_policy` text DEFAULT 'inherit' NOT NULL,
	`message_retention_days` integer,
	`is_recently_active` integer DEFAULT true NOT NULL,
	`weekly_traffic` integer,
	`first_message_id` integer,
	`can_add_subscribers_group` integer NOT NULL,
	`can_administer_channel_group` integer NOT NULL,
	`can_create_topic_group` integer NOT NULL,
	`can_delete_any_message_group` integer NOT NULL,
	`can_delete_own_message_group` integer NOT NULL,
	`can_move_messages_out_of_channel_group` integer NOT NULL,
	`can_move_messages_within_channel_group` integer NOT NULL,
	`can_remove_subscribers_group` integer NOT NULL,
	`can_resolve_topics_group` integer NOT NULL,
	`can_send_message_group` integer NOT NULL,
	`can_subscribe_group` integer NOT NULL,
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`can_add_subscribers_group`) REFERENCES `user_groups`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`can_administer_channel_group`) REFERENCES `user_groups`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`can_create_topic_group`) REFERENCES `user_groups`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`can_delete_any_message_group`) REFERENCES `user_groups`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`can_delete_own_message_group`) REFERENCES `user_groups`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`can_move_messages_out_of_channel_group`) REFERENCES `user_groups`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`can_move_messages_within_channel_group`) REFERENCES `user_groups`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`can_remove_subscribers_group`) REFERENCES `user_groups`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`can_resolve_topics_group`) REFERENCES `user_groups`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`can_send_message_group`) REFERENCES `user_groups`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`can_subscribe_group`) REFERENCES `user_groups`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `channels_name` ON `channels` (`name_key`);--> statement-breakpoint
CREATE TABLE `subscription_periods` (
	`user_id` integer NOT NULL,
	`channel_id` integer NOT NULL,
	`from_message_id` integer NOT NULL,
	`to_message_id` integer,
	PRIMARY KEY(`user_id`, `channel_id`, `from_message_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`channel_id`) REFERENCES `channels`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `subscription_periods_channel` ON `subscription_periods` (`channel_id`,`user_id`);--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`user_id` integer NOT NULL,
	`channel_id` integer NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`color` text NOT NULL,
	`is_pinned` integer DEFAULT false NOT NULL,
	`is_muted` integer DEFAULT false NOT NULL,
	`desktop_notifications` integer,
	`audible_notifications` integer,
	`push_notifications` integer,
	`email_notifications` integer,
	`wildcard_mentions_notify` integer,
	PRIMARY KEY(`user_id`, `channel_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`channel_id`) REFERENCES `channels`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `subscriptions_channel` ON `subscriptions` (`channel_id`,`is_active`);--> statement-breakpoint
CREATE TABLE `drafts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`recipient_ids` text NOT NULL,
	`topic` text NOT NULL,
	`content` text NOT NULL,
	`last_edited_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `drafts_user` ON `drafts` (`user_id`,`last_edited_at`);--> statement-breakpoint
CREATE TABLE `archived_message_edits` (
	`id` integer PRIMARY KEY NOT NULL,
	`message_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`edited_at` integer NOT NULL,
	`previous_content` text,
	`previous_rendered_content` text,
	`previous_topic` text,
	`topic` text,
	`previous_channel_id` integer,
	`channel_id` integer,
	FOREIGN KEY (`message_id`) REFERENCES `archived_messages`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `archived_message_edits_message` ON `archived_message_edits` (`message_id`);--> statement-breakpoint
CREATE TABLE `archived_message_states` (
	`message_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`flags` integer NOT NULL,
	PRIMARY KEY(`message_id`, `user_id`),
	FOREIGN KEY (`message_id`) REFERENCES `archived_messages`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `archived_messages` (
	`deletion_id` integer NOT NULL,
	`id` integer PRIMARY KEY NOT NULL,
	`sender_id` integer NOT NULL,
	`conversation_id` integer NOT NULL,
	`channel_id` integer,
	`topic` text NOT NULL,
	`topic_key` text NOT NULL,
	`content` text NOT NULL,
	`rendered_content` text NOT NULL,
	`renderer_version` integer NOT NULL,
	`sent_at` integer NOT NULL,
	`client` text NOT NULL,
	`is_me_message` integer NOT NULL,
	`has_link` integer NOT NULL,
	`has_image` integer NOT NULL,
	`has_attachment` integer NOT NULL,
	`has_reaction` integer NOT NULL,
	`has_submessage` integer NOT NULL,
	`last_edited_at` integer,
	`last_moved_at` integer,
	`has_edits` integer NOT NULL,
	FOREIGN KEY (`deletion_id`) REFERENCES `deletions`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `archived_messages_deletion` ON `archived_messages` (`deletion_id`);--> statement-breakpoint
CREATE TABLE `archived_reactions` (
	`message_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`reaction_type` text NOT NULL,
	`emoji_code` text NOT NULL,
	`emoji_name` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`message_id`, `user_id`, `reaction_type`, `emoji_code`),
	FOREIGN KEY (`message_id`) REFERENCES `archived_messages`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `archived_submessages` (
	`id` integer PRIMARY KEY NOT NULL,
	`message_id` integer NOT NULL,
	`sender_id` integer NOT NULL,
	`kind` text NOT NULL,
	`content` text NOT NULL,
	FOREIGN KEY (`message_id`) REFERENCES `archived_messages`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `archived_submessages_message` ON `archived_submessages` (`message_id`);--> statement-breakpoint
CREATE TABLE `deletions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`deleted_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `deletions_time` ON `deletions` (`deleted_at`);--> statement-breakpoint
CREATE TABLE `conversation_members` (
	`user_id` integer NOT NULL,
	`conversation_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `conversation_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `conversations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`channel_id` integer,
	`member_key` text,
	`member_count` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`channel_id`) REFERENCES `channels`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_channel` ON `conversations` (`channel_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_members` ON `conversations` (`member_key`);--> statement-breakpoint
CREATE TABLE `message_edits` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`message_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`edited_at` integer NOT NULL,
	`previous_content` text,
	`previous_rendered_content` text,
	`previous_topic` text,
	`topic` text,
	`previous_channel_id` integer,
	`channel_id` integer
) STRICT;
--> statement-breakpoint
CREATE INDEX `message_edits_message` ON `message_edits` (`message_id`,`id`);--> statement-breakpoint
CREATE TABLE `message_states` (
	`user_id` integer NOT NULL,
	`message_id` integer NOT NULL,
	`flags` integer NOT NULL,
	PRIMARY KEY(`message_id`, `user_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `message_states_unread` ON `message_states` (`user_id`,`message_id`,`flags`) WHERE (flags & 1) <> 0;--> statement-breakpoint
CREATE INDEX `message_states_starred` ON `message_states` (`user_id`,`message_id`,`flags`) WHERE (flags & 2) <> 0;--> statement-breakpoint
CREATE INDEX `message_states_mentioned` ON `message_states` (`user_id`,`message_id`,`flags`) WHERE (flags & 56) <> 0;--> statement-breakpoint
CREATE INDEX `message_states_alerted` ON `message_states` (`user_id`,`message_id`,`flags`) WHERE (flags & 64) <> 0;--> statement-breakpoint
CREATE INDEX `message_states_historical` ON `message_states` (`user_id`,`message_id`,`flags`) WHERE (flags & 128) <> 0;--> statement-breakpoint
CREATE TABLE `messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`sender_id` integer NOT NULL,
	`conversation_id` integer NOT NULL,
	`channel_id` integer,
	`topic` text NOT NULL,
	`topic_key` text NOT NULL,
	`content` text NOT NULL,
	`rendered_content` text NOT NULL,
	`renderer_version` integer NOT NULL,
	`sent_at` integer NOT NULL,
	`client` text NOT NULL,
	`is_me_message` integer NOT NULL,
	`has_link` integer NOT NULL,
	`has_image` integer NOT NULL,
	`has_attachment` integer NOT NULL,
	`has_reaction` integer DEFAULT false NOT NULL,
	`has_submessage` integer DEFAULT false NOT NULL,
	`last_edited_at` integer,
	`last_moved_at` integer,
	`has_edits` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`sender_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`channel_id`) REFERENCES `channels`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `messages_topic` ON `messages` (`channel_id`,`topic_key`,`id`,`sender_id`,`has_reaction`);--> statement-breakpoint
CREATE INDEX `messages_conversation` ON `messages` (`conversation_id`,`id`);--> statement-breakpoint
CREATE INDEX `messages_sender` ON `messages` (`sender_id`,`conversation_id`,`id`);--> statement-breakpoint
CREATE INDEX `messages_attachment` ON `messages` (`conversation_id`,`id`) WHERE has_attachment;--> statement-breakpoint
CREATE INDEX `messages_image` ON `messages` (`conversation_id`,`id`) WHERE has_image;--> statement-breakpoint
CREATE INDEX `messages_link` ON `messages` (`conversation_id`,`id`) WHERE has_link;--> statement-breakpoint
CREATE INDEX `messages_reaction` ON `messages` (`conversation_id`,`id`) WHERE has_reaction;--> statement-breakpoint
CREATE INDEX `messages_resolved` ON `messages` (`conversation_id`,`id`) WHERE substr(topic, 1, 2) = '✔ ';--> statement-breakpoint
CREATE TABLE `reactions` (
	`message_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`reaction_type` text NOT NULL,
	`emoji_code` text NOT NULL,
	`emoji_name` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`message_id`, `user_id`, `reaction_type`, `emoji_code`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `submessages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`message_id` integer NOT NULL,
	`sender_id` integer NOT NULL,
	`kind` text NOT NULL,
	`content` text NOT NULL,
	FOREIGN KEY (`sender_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `submessages_message` ON `submessages` (`message_id`);--> statement-breakpoint
CREATE TABLE `muted_users` (
	`user_id` integer NOT NULL,
	`muted_user_id` integer NOT NULL,
	`muted_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `muted_user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`muted_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `muted_users_muted` ON `muted_users` (`muted_user_id`);--> statement-breakpoint
CREATE TABLE `navigation_views` (
	`user_id` integer NOT NULL,
	`fragment` text NOT NULL,
	`is_pinned` integer NOT NULL,
	`name` text,
	PRIMARY KEY(`user_id`, `fragment`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `onboarding_steps_done` (
	`user_id` integer NOT NULL,
	`name` text NOT NULL,
	`done_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `name`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `organization_settings` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `presence` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`active_at` integer,
	`connected_at` integer NOT NULL,
	`update_id` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `reminders` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`message_id` integer NOT NULL,
	`note` text NOT NULL,
	`content` text NOT NULL,
	`rendered_content` text NOT NULL,
	`deliver_at` integer NOT NULL,
	`has_failed` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `reminders_user` ON `reminders` (`user_id`,`deliver_at`);--> statement-breakpoint
CREATE INDEX `reminders_due` ON `reminders` (`has_failed`,`deliver_at`);--> statement-breakpoint
CREATE TABLE `saved_snippets` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`title` text NOT NULL,
	`content` text NOT NULL,
	`date_created` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `saved_snippets_user` ON `saved_snippets` (`user_id`);--> statement-breakpoint
CREATE TABLE `scheduled_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`channel_id` integer,
	`topic` text NOT NULL,
	`member_ids` text NOT NULL,
	`content` text NOT NULL,
	`rendered_content` text NOT NULL,
	`deliver_at` integer NOT NULL,
	`read_by_sender` integer,
	`client` text NOT NULL,
	`failure` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `scheduled_messages_user` ON `scheduled_messages` (`user_id`,`deliver_at`);--> statement-breakpoint
CREATE INDEX `scheduled_messages_due` ON `scheduled_messages` (`failure`,`deliver_at`);--> statement-breakpoint
CREATE TABLE `user_group_members` (
	`group_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	PRIMARY KEY(`group_id`, `user_id`),
	FOREIGN KEY (`group_id`) REFERENCES `user_groups`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `user_group_subgroups` (
	`group_id` integer NOT NULL,
	`subgroup_id` integer NOT NULL,
	PRIMARY KEY(`group_id`, `subgroup_id`),
	FOREIGN KEY (`group_id`) REFERENCES `user_groups`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subgroup_id`) REFERENCES `user_groups`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `user_groups` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text,
	`name_key` text,
	`description` text DEFAULT '' NOT NULL,
	`is_system` integer DEFAULT false NOT NULL,
	`is_deactivated` integer DEFAULT false NOT NULL,
	`creator_id` integer,
	`date_created` integer,
	`can_add_members_group` integer DEFAULT 0 NOT NULL,
	`can_join_group` integer DEFAULT 0 NOT NULL,
	`can_leave_group` integer DEFAULT 0 NOT NULL,
	`can_manage_group` integer DEFAULT 0 NOT NULL,
	`can_mention_group` integer DEFAULT 0 NOT NULL,
	`can_remove_members_group` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `user_groups_name` ON `user_groups` (`name_key`);--> statement-breakpoint
CREATE TABLE `user_setting_defaults` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `user_settings` (
	`user_id` integer NOT NULL,
	`name` text NOT NULL,
	`value` text NOT NULL,
	PRIMARY KEY(`user_id`, `name`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `user_status` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`text` text NOT NULL,
	`emoji_name` text NOT NULL,
	`emoji_code` text NOT NULL,
	`reaction_type` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `user_topics` (
	`user_id` integer NOT NULL,
	`channel_id` integer NOT NULL,
	`topic_key` text NOT NULL,
	`topic` text NOT NULL,
	`visibility` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `channel_id`, `topic_key`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`channel_id`) REFERENCES `channels`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `user_topics_topic` ON `user_topics` (`channel_id`,`topic_key`);--> statement-breakpoint
CREATE TABLE `api_keys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`hash` blob NOT NULL,
	`created_at` integer NOT NULL,
	`client` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash` ON `api_keys` (`hash`);--> statement-breakpoint
CREATE INDEX `api_keys_user` ON `api_keys` (`user_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`full_name` text NOT NULL,
	`role` integer NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`bot_type` integer,
	`bot_owner_id` integer,
	`is_system_bot` integer DEFAULT false NOT NULL,
	`password_hash` text,
	`can_create_users` integer DEFAULT false NOT NULL,
	`email_address_visibility` integer DEFAULT 1 NOT NULL,
	`timezone` text DEFAULT '' NOT NULL,
	`avatar_source` text DEFAULT 'G' NOT NULL,
	`avatar_version` integer DEFAULT 1 NOT NULL,
	`is_full_member` integer DEFAULT true NOT NULL,
	`date_joined` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_key` ON `users` (`email_key`);
