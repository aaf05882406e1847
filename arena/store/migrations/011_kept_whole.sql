-- What shows that something is missing or was changed. Rows that were stored before this lack some of it; these are the
-- last of them.
CREATE TABLE older_rows (
  tournament_id INTEGER NOT NULL,
  sequence INTEGER NOT NULL
) STRICT;

INSERT INTO older_rows (tournament_id, sequence)
SELECT (SELECT coalesce(max(tournament_id), 0) FROM tournaments), (SELECT coalesce(max(sequence), 0) FROM games);

CREATE TRIGGER older_rows_stay BEFORE UPDATE ON older_rows
BEGIN SELECT RAISE(ABORT, 'what was stored before is known once and for all'); END;

-- Of the spec's text. NULL of tournaments that are older.
ALTER TABLE tournaments ADD COLUMN spec_sha256 BLOB CHECK (length(spec_sha256) = 32);
-- How many void attempts at its games were stored.
ALTER TABLE tournaments ADD COLUMN void_attempts INTEGER NOT NULL DEFAULT 0 CHECK (void_attempts >= 0);

UPDATE tournaments SET void_attempts =
  (SELECT count(*) FROM void_games WHERE void_games.tournament_id = tournaments.tournament_id);

CREATE TRIGGER void_games_are_counted AFTER INSERT ON void_games
BEGIN UPDATE tournaments SET void_attempts = void_attempts + 1 WHERE tournament_id = NEW.tournament_id; END;
CREATE TRIGGER void_games_are_final BEFORE UPDATE ON void_games
BEGIN SELECT RAISE(ABORT, 'a stored attempt never changes'); END;
CREATE TRIGGER void_games_are_kept BEFORE DELETE ON void_games
BEGIN SELECT RAISE(ABORT, 'a stored attempt is never deleted'); END;

CREATE TRIGGER tournaments_keep_their_specs BEFORE UPDATE OF name, spec, ruleset_id, ruleset, pool, spec_sha256, created_time_us
ON tournaments
BEGIN SELECT RAISE(ABORT, 'a tournament keeps its spec'); END;
CREATE TRIGGER tournaments_are_kept BEFORE DELETE ON tournaments
BEGIN SELECT RAISE(ABORT, 'a tournament is never deleted'); END;
