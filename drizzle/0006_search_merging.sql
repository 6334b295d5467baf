-- No merges for the sake of deleted entries alone: where a long topic is moved or deleted, each goes through all of a big
-- segment and leaves little of it, half a second at a time. The entries go with the ordinary merges.
INSERT INTO message_search (message_search, rank) VALUES ('deletemerge', 0);
