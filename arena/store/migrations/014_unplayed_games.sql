-- A game that nobody played says nothing of strength, and is not rated. Tournaments that were created before this rate such
-- games and go on to, so that their ratings stay what they are; so do those whose spec asks for it.
ALTER TABLE tournaments ADD COLUMN rates_forfeits INTEGER NOT NULL DEFAULT 1 CHECK (rates_forfeits IN (0, 1));
DROP TRIGGER tournaments_keep_their_specs;
CREATE TRIGGER tournaments_keep_their_specs
BEFORE UPDATE OF name, spec, ruleset_id, ruleset, pool, spec_sha256, created_time_us, rates_forfeits ON tournaments
BEGIN SELECT RAISE(ABORT, 'a tournament keeps its spec'); END;

-- The games of rated tournaments whose turn came and which are not rated, because nobody played them.
CREATE TABLE unrated_games (
  sequence INTEGER PRIMARY KEY REFERENCES games (sequence)
) STRICT;

CREATE TRIGGER unrated_games_are_final BEFORE UPDATE ON unrated_games
BEGIN SELECT RAISE(ABORT, 'a game that is not rated stays so'); END;
CREATE TRIGGER unrated_games_are_kept BEFORE DELETE ON unrated_games
BEGIN SELECT RAISE(ABORT, 'a game that is not rated stays so'); END;

-- The games that nobody played, which are few: so a leaderboard can count them.
CREATE INDEX games_unplayed ON games (tournament_id, sequence) WHERE reason = 'forfeit_no_show' AND plies = 0;
