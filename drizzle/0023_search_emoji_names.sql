-- Names of emoji that are pictures are words of their messages, too: those that have some are put into the index anew, by a job,
-- with all that are older.
INSERT INTO jobs (kind, payload, queued_at, run_at)
SELECT 'index-messages', json_object('upTo', max(id)), 0, 0 FROM messages
WHERE instr(rendered_content, '<img alt=":') > 0 HAVING max(id) IS NOT NULL;
