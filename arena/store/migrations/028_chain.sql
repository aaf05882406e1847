-- A chain over all results: each link's head is a SHA-256 over the head before it and what the link tells of, so no result
-- can be changed, removed, added or moved without another head at the end.
CREATE TABLE chain (
  -- From 1, without gaps.
  link INTEGER PRIMARY KEY CHECK (link >= 1),
  kind TEXT NOT NULL CHECK (kind IN ('game', 'void', 'rating', 'unrated', 'key')),
  -- Empty, and the attempt 0, of a key.
  game_id TEXT NOT NULL CHECK ((game_id = '') = (kind = 'key')),
  attempt INTEGER NOT NULL CHECK (attempt >= 0 AND (attempt = 0) = (kind = 'key')),
  head BLOB NOT NULL CHECK (length(head) = 32)
) STRICT;

CREATE TRIGGER chain_has_no_gaps BEFORE INSERT ON chain
WHEN NEW.link <> (SELECT coalesce(max(link), 0) + 1 FROM chain)
BEGIN SELECT RAISE(ABORT, 'the links of the chain have no gaps'); END;
CREATE TRIGGER chain_is_final BEFORE UPDATE ON chain
BEGIN SELECT RAISE(ABORT, 'a link of the chain never changes'); END;
CREATE TRIGGER chain_is_kept BEFORE DELETE ON chain
BEGIN SELECT RAISE(ABORT, 'a link of the chain is never deleted'); END;

-- The Ed25519 public keys whose private keys sign the heads from that link on.
CREATE TABLE chain_keys (
  link INTEGER PRIMARY KEY REFERENCES chain (link),
  public_key BLOB NOT NULL CHECK (length(public_key) = 32)
) STRICT;

CREATE TRIGGER chain_keys_are_final BEFORE UPDATE ON chain_keys
BEGIN SELECT RAISE(ABORT, 'a key of the chain never changes'); END;
CREATE TRIGGER chain_keys_are_kept BEFORE DELETE ON chain_keys
BEGIN SELECT RAISE(ABORT, 'a key of the chain is never deleted'); END;

-- The newest head that was signed; none while no key has been there.
CREATE TABLE signed_head (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  link INTEGER NOT NULL REFERENCES chain (link),
  head BLOB NOT NULL CHECK (length(head) = 32),
  public_key BLOB NOT NULL CHECK (length(public_key) = 32),
  signature BLOB NOT NULL CHECK (length(signature) = 64)
) STRICT;

CREATE TRIGGER signed_head_only_grows BEFORE UPDATE ON signed_head WHEN NEW.link < OLD.link
BEGIN SELECT RAISE(ABORT, 'the signed head never goes back'); END;
CREATE TRIGGER signed_head_is_kept BEFORE DELETE ON signed_head
BEGIN SELECT RAISE(ABORT, 'the signed head is never deleted'); END;

-- How many of the first links were made afterwards, for what was stored before there was a chain.
CREATE TABLE chained_afterwards (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  links INTEGER NOT NULL CHECK (links >= 0)
) STRICT;

CREATE TRIGGER chained_afterwards_is_final BEFORE UPDATE ON chained_afterwards
BEGIN SELECT RAISE(ABORT, 'the number of links made afterwards never changes'); END;
CREATE TRIGGER chained_afterwards_is_kept BEFORE DELETE ON chained_afterwards
BEGIN SELECT RAISE(ABORT, 'the number of links made afterwards is never deleted'); END;

-- INSERT OR REPLACE removes a row without asking the triggers above.
CREATE TRIGGER chain_keys_are_not_replaced BEFORE INSERT ON chain_keys
WHEN EXISTS (SELECT 1 FROM chain_keys WHERE link = NEW.link)
BEGIN SELECT RAISE(ABORT, 'a key of the chain never changes'); END;
CREATE TRIGGER signed_head_is_not_replaced BEFORE INSERT ON signed_head WHEN EXISTS (SELECT 1 FROM signed_head)
BEGIN SELECT RAISE(ABORT, 'the signed head is updated, not replaced'); END;
CREATE TRIGGER chained_afterwards_is_not_replaced BEFORE INSERT ON chained_afterwards
WHEN EXISTS (SELECT 1 FROM chained_afterwards)
BEGIN SELECT RAISE(ABORT, 'the number of links made afterwards never changes'); END;
