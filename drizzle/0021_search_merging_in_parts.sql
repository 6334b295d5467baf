-- The index is merged by those who write it, a few pages each time. What FTS5 does of its own accord, a megabyte whenever so much was
-- written, or all of a level where that has 16 segments, keeps everybody waiting for more than a tenth of a second.
INSERT INTO message_search (message_search, rank) VALUES ('automerge', 0);
--> statement-breakpoint
INSERT INTO message_search (message_search, rank) VALUES ('crisismerge', 1000);
