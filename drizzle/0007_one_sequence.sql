-- Scheduled messages and reminders take their IDs from the sequence of messages. Those that were there keep theirs, so
-- the messages to come have greater ones.
INSERT INTO sqlite_sequence (name, seq)
	SELECT 'messages', 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'messages');
--> statement-breakpoint
UPDATE sqlite_sequence SET seq = max(
	seq,
	(SELECT coalesce(max(id), 0) FROM scheduled_messages),
	(SELECT coalesce(max(id), 0) FROM reminders)
) WHERE name = 'messages';
