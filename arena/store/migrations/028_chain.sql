-- A chain over all results: each link's head is a SHA-256 over the head before it and what the link tells of, so that no
-- result can be changed, removed, added or moved without another head at the end.
CREATE TABLE chain (
  -- From 1, without gaps.
  link INTEGER PRIMARY KEY CHECK (link >= 1),
  -- 'begin': what was stored before there was a chain is in the links before this one.
  kind TEXT NOT NULL CHECK (kind IN ('game', 'void', 'rating', 'unrated', 'begin', 'key')),
  game_id TEXT NOT NULL CHECK ((game_id = '') = (kind IN ('begin', 'key'))),
  attempt INTEGER NOT NULL CHECK (attempt >= 0 AND (attempt = 0) = (game_id = '')),
  -- Of a key: the Ed25519 key with which heads are signed from here on.
  public_key BLOB CHECK ((public_key IS NOT NULL) = (kind = 'key') AND length(public_key) = 32),
  -- Triggers below add links, and the commit of their transaction computes the heads, which SQL cannot.
  head BLOB CHECK (length(head) = 32)
) STRICT;

-- By tournament: a game's id begins with its number.
CREATE INDEX chain_by_tournament ON chain (CAST(game_id AS INTEGER)) WHERE game_id <> '';

-- The newest head, signed.
CREATE TABLE signed_head (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  link INTEGER NOT NULL REFERENCES chain (link),
  head BLOB NOT NULL CHECK (length(head) = 32),
  public_key BLOB NOT NULL CHECK (length(public_key) = 32),
  signature BLOB NOT NULL CHECK (length(signature) = 64)
) STRICT;

-- What is there already is chained afterwards, as one stretch.
INSERT INTO chain (kind, game_id, attempt) SELECT 'game', game_id, attempt FROM games ORDER BY sequence;
INSERT INTO chain (kind, game_id, attempt)
SELECT 'void', tournament_id || '-' || number, attempt FROM void_games ORDER BY tournament_id, number, attempt;
INSERT INTO chain (kind, game_id, attempt)
SELECT 'rating', game_id, attempt FROM rating_changes JOIN games USING (sequence) ORDER BY step;
INSERT INTO chain (kind, game_id, attempt)
SELECT 'unrated', game_id, attempt FROM unrated_games JOIN games USING (sequence) ORDER BY sequence;
INSERT INTO chain (kind, game_id, attempt) VALUES ('begin', '', 0);

CREATE TRIGGER games_are_chained AFTER INSERT ON games
BEGIN INSERT INTO chain (kind, game_id, attempt) VALUES ('game', NEW.game_id, NEW.attempt); END;
CREATE TRIGGER void_games_are_chained AFTER INSERT ON void_games
BEGIN INSERT INTO chain (kind, game_id, attempt) VALUES ('void', NEW.tournament_id || '-' || NEW.number, NEW.attempt); END;
CREATE TRIGGER rating_changes_are_chained AFTER INSERT ON rating_changes
BEGIN INSERT INTO chain (kind, game_id, attempt) SELECT 'rating', game_id, attempt FROM games WHERE sequence = NEW.sequence; END;
CREATE TRIGGER unrated_games_are_chained AFTER INSERT ON unrated_games
BEGIN INSERT INTO chain (kind, game_id, attempt) SELECT 'unrated', game_id, attempt FROM games WHERE sequence = NEW.sequence; END;

CREATE TRIGGER chain_is_final BEFORE UPDATE ON chain
WHEN OLD.head IS NOT NULL OR NEW.link <> OLD.link OR NEW.kind <> OLD.kind OR NEW.game_id <> OLD.game_id
  OR NEW.attempt <> OLD.attempt OR NEW.public_key IS NOT OLD.public_key
BEGIN SELECT RAISE(ABORT, 'a link of the chain never changes'); END;
CREATE TRIGGER chain_is_kept BEFORE DELETE ON chain
BEGIN SELECT RAISE(ABORT, 'a link of the chain is never deleted'); END;
-- INSERT OR REPLACE removes a row without asking the triggers above. A link that is to get its number has none yet (-1).
CREATE TRIGGER chain_is_not_replaced BEFORE INSERT ON chain
WHEN NEW.head IS NOT NULL OR EXISTS (SELECT 1 FROM chain WHERE link = NEW.link)
BEGIN SELECT RAISE(ABORT, 'a link of the chain never changes'); END;
CREATE TRIGGER chain_has_no_gaps AFTER INSERT ON chain
WHEN NEW.link > 1 AND NOT EXISTS (SELECT 1 FROM chain WHERE link = NEW.link - 1)
BEGIN SELECT RAISE(ABORT, 'the links of the chain have no gaps'); END;
CREATE TRIGGER signed_head_only_grows BEFORE UPDATE ON signed_head WHEN NEW.link <= OLD.link
BEGIN SELECT RAISE(ABORT, 'the signed head never goes back'); END;
CREATE TRIGGER signed_head_is_kept BEFORE DELETE ON signed_head
BEGIN SELECT RAISE(ABORT, 'the signed head is never deleted'); END;
CREATE TRIGGER signed_head_is_not_replaced BEFORE INSERT ON signed_head
WHEN EXISTS (SELECT 1 FROM signed_head WHERE link >= NEW.link)
BEGIN SELECT RAISE(ABORT, 'the signed head never goes back'); END;
