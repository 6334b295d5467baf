-- The index of all messages' words, made anew. It keeps no text, only words that src/search/ has made ready: nothing but
-- letters, marks and digits. All in one column, as a filter of columns would make a query run through the whole index.
DROP TABLE message_search;
--> statement-breakpoint
CREATE VIRTUAL TABLE message_search USING fts5(
	words,
	content='', contentless_delete=1, tokenize='ascii'
);
--> statement-breakpoint
-- What was written before is put into it by a job.
INSERT INTO jobs (kind, payload, queued_at, run_at)
SELECT 'index-messages', json_object('upTo', max(id)), 0, 0 FROM messages HAVING max(id) IS NOT NULL;
