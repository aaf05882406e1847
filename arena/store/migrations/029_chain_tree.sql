-- A Merkle tree over the heads of the chain, whose root is signed with the newest head, so that a short path shows that
-- a game is in the chain (arena/store/chain_tree.h).

-- NULL until the next writer has computed it for what version 28 had signed.
ALTER TABLE signed_head ADD COLUMN root BLOB CHECK (length(root) = 32);

-- Each eighth level of the tree's complete nodes. What lies between is computed from 256 of them, or from as many heads.
CREATE TABLE chain_nodes (
  level INTEGER NOT NULL CHECK (level >= 8 AND level % 8 = 0),
  number INTEGER NOT NULL CHECK (number >= 0),
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (level, number)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER chain_nodes_are_final BEFORE UPDATE ON chain_nodes
BEGIN SELECT RAISE(ABORT, 'a node of the tree over the chain never changes'); END;
CREATE TRIGGER chain_nodes_are_kept BEFORE DELETE ON chain_nodes
BEGIN SELECT RAISE(ABORT, 'a node of the tree over the chain is never deleted'); END;
CREATE TRIGGER chain_nodes_are_not_replaced BEFORE INSERT ON chain_nodes
WHEN EXISTS (SELECT 1 FROM chain_nodes WHERE level = NEW.level AND number = NEW.number)
BEGIN SELECT RAISE(ABORT, 'a node of the tree over the chain never changes'); END;

-- The same head is signed once more, with its root.
DROP TRIGGER signed_head_only_grows;
CREATE TRIGGER signed_head_only_grows BEFORE UPDATE ON signed_head
WHEN NEW.link < OLD.link OR NEW.link = OLD.link AND (OLD.root IS NOT NULL OR NEW.root IS NULL OR NEW.head <> OLD.head)
BEGIN SELECT RAISE(ABORT, 'the signed head never goes back'); END;

-- The newest head when a tournament was finished, with all of its ratings. Without a signature for those that were
-- finished before this version, whose head is that of their last link.
CREATE TABLE tournament_ends (
  tournament_id INTEGER PRIMARY KEY REFERENCES tournaments (tournament_id),
  link INTEGER NOT NULL REFERENCES chain (link),
  root BLOB CHECK (length(root) = 32),
  public_key BLOB CHECK (length(public_key) = 32),
  signature BLOB CHECK (length(signature) = 64),
  CHECK ((signature IS NULL) = (root IS NULL) AND (public_key IS NULL) = (root IS NULL))
) STRICT;
INSERT INTO tournament_ends (tournament_id, link)
SELECT tournament_id, max(link) FROM chain JOIN tournaments ON tournament_id = CAST(game_id AS INTEGER)
WHERE game_id <> '' AND state = 'finished' GROUP BY tournament_id;

-- By game, for receipts; and no longer by tournament, for which the table above is.
DROP INDEX chain_by_tournament;
CREATE INDEX chain_by_game ON chain (game_id) WHERE kind = 'game';
