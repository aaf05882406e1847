-- Tournaments that begin at a time. They wait as 'stopped' in `state`, and this is when something is next to be done for
-- them: their list of bots is to be made, or they are to begin. NULL of all others.
ALTER TABLE tournaments ADD COLUMN due_time_us INTEGER
  CHECK (due_time_us IS NULL OR (state = 'stopped' AND standing IS NULL));
CREATE INDEX tournaments_due ON tournaments (due_time_us, tournament_id) WHERE due_time_us IS NOT NULL;
-- Whether the list of bots is still to be made. `spec` changes once, when it is.
ALTER TABLE tournaments ADD COLUMN entries_open INTEGER NOT NULL DEFAULT 0 CHECK (entries_open IN (0, 1));

-- Tournaments of one spec, which begin again and again.
CREATE TABLE series (
  series_id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- v1.TournamentSpec as JSON, from which each of them is made: without bots and, unless the host has given one, without a
  -- seed. Its name lacks their number, and its times are those of the first.
  spec TEXT NOT NULL,
  created_time_us INTEGER NOT NULL,
  -- When it was ended; NULL while it goes on.
  stopped_time_us INTEGER
) STRICT;
CREATE TRIGGER series_keep_their_specs BEFORE UPDATE OF spec, created_time_us ON series
BEGIN SELECT RAISE(ABORT, 'a series keeps its spec'); END;
CREATE TRIGGER series_are_kept BEFORE DELETE ON series
BEGIN SELECT RAISE(ABORT, 'a series is never deleted'); END;

-- The fields `series` and `series_number` of the spec; NULL where there is none.
ALTER TABLE tournaments ADD COLUMN series_id INTEGER REFERENCES series (series_id);
ALTER TABLE tournaments ADD COLUMN series_number INTEGER CHECK (series_number >= 1);
CREATE UNIQUE INDEX tournaments_in_series ON tournaments (series_id, series_number) WHERE series_id IS NOT NULL;

DROP TRIGGER tournaments_keep_their_specs;
CREATE TRIGGER tournaments_keep_their_specs
BEFORE UPDATE OF name, spec, ruleset_id, ruleset, pool, spec_sha256, created_time_us, rates_forfeits, series_id, series_number
ON tournaments
WHEN OLD.entries_open = 0 OR NEW.entries_open = 1 OR NEW.name <> OLD.name OR NEW.ruleset_id <> OLD.ruleset_id
  OR NEW.ruleset <> OLD.ruleset OR NEW.pool IS NOT OLD.pool OR NEW.created_time_us <> OLD.created_time_us
  OR NEW.rates_forfeits <> OLD.rates_forfeits OR NEW.series_id IS NOT OLD.series_id
  OR NEW.series_number IS NOT OLD.series_number
BEGIN SELECT RAISE(ABORT, 'a tournament keeps its spec'); END;
CREATE TRIGGER tournaments_close_their_entries_once BEFORE UPDATE OF entries_open ON tournaments
WHEN NEW.entries_open > OLD.entries_open
BEGIN SELECT RAISE(ABORT, 'a list of bots that was made stays as it is'); END;

-- The tournament in which bots play for their entry, where the spec says whom they must beat; NULL where there is none.
ALTER TABLE tournaments ADD COLUMN qualifier_id INTEGER REFERENCES tournaments (tournament_id);
-- Who wants to enter such a tournament, and how each did.
CREATE TABLE qualifications (
  tournament_id INTEGER NOT NULL REFERENCES tournaments (tournament_id),
  -- In the list of bots, from 0.
  position INTEGER NOT NULL CHECK (position >= 0),
  bot_id INTEGER NOT NULL REFERENCES bots (bot_id),
  -- Whom it must beat, in so many games of which ruleset.
  opponent_id INTEGER NOT NULL REFERENCES bots (bot_id),
  games INTEGER NOT NULL CHECK (games > 0),
  ruleset TEXT NOT NULL,
  -- Where it plays for it or has done so before; NULL of the opponent itself.
  qualifier_id INTEGER REFERENCES tournaments (tournament_id),
  -- Twice its points; NULL until it has played.
  half_points INTEGER CHECK (half_points BETWEEN 0 AND 2 * games),
  PRIMARY KEY (tournament_id, bot_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX qualifications_by_bot ON qualifications (bot_id, opponent_id);

-- Words that bots have, in all their versions.
CREATE TABLE bot_tags (
  base_name TEXT NOT NULL CHECK (length(base_name) BETWEEN 1 AND 40),
  tag TEXT NOT NULL CHECK (length(tag) BETWEEN 1 AND 40),
  PRIMARY KEY (base_name, tag)
) STRICT, WITHOUT ROWID;
