-- The texts of books of set-ups, which may have many MiB, each once and by its SHA-256: the spec of a tournament names its
-- book as "sha256:" and the number in hexadecimal. The specs of tournaments that were created before this hold the text.
CREATE TABLE books (
  sha256 BLOB NOT NULL PRIMARY KEY CHECK (length(sha256) = 32),
  -- Compressed by zstd.
  text BLOB NOT NULL
) STRICT;
CREATE TRIGGER books_are_final BEFORE UPDATE ON books
BEGIN SELECT RAISE(ABORT, 'a stored book never changes'); END;
CREATE TRIGGER books_are_kept BEFORE DELETE ON books
BEGIN SELECT RAISE(ABORT, 'a stored book is never deleted'); END;
