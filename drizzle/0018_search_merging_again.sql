-- What 0006_search_merging says of the index was lost when 0012_search_in_blocks made it anew: no merges for the sake of
-- deleted entries alone, as they keep everybody waiting for half a second at a time.
INSERT INTO message_search (message_search, rank) VALUES ('deletemerge', 0);
