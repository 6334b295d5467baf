-- The index of all messages' words, written by hand: the tables in src/*/tables.ts can't say it.
-- It keeps no text, only words that src/search/words.ts has made ready: nothing but letters, marks and digits.
-- `words` and `topic` in their order, for phrases; `forms` has their stems, and marks for conversation and sender.
CREATE VIRTUAL TABLE message_search USING fts5(
	words, topic, forms,
	content='', contentless_delete=1, tokenize='ascii'
);
