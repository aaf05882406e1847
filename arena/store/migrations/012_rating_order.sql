-- A game is rated in its turn of the schedule, which may come later than its result is stored: the changes get an order of
-- their own. Those of older ledgers keep theirs, in which the games were stored.
DROP INDEX rating_changes_by_red;
DROP INDEX rating_changes_by_blue;
ALTER TABLE rating_changes RENAME TO rating_changes_as_stored;

-- What each rated game changed. One number for both bots: what Red gains, Blue loses.
CREATE TABLE rating_changes (
  -- The order in which ratings changed.
  step INTEGER PRIMARY KEY,
  sequence INTEGER NOT NULL UNIQUE REFERENCES games (sequence),
  pool TEXT NOT NULL,
  red_bot_id INTEGER NOT NULL REFERENCES bots (bot_id),
  blue_bot_id INTEGER NOT NULL REFERENCES bots (bot_id),
  red_before INTEGER NOT NULL,
  blue_before INTEGER NOT NULL,
  k INTEGER NOT NULL CHECK (k > 0),
  change INTEGER NOT NULL CHECK (abs(change) <= k * 1000000)
) STRICT;

INSERT INTO rating_changes (step, sequence, pool, red_bot_id, blue_bot_id, red_before, blue_before, k, change)
SELECT sequence, sequence, pool, red_bot_id, blue_bot_id, red_before, blue_before, k, change
FROM rating_changes_as_stored ORDER BY sequence;
DROP TABLE rating_changes_as_stored;

CREATE INDEX rating_changes_by_red ON rating_changes (pool, red_bot_id, step);
CREATE INDEX rating_changes_by_blue ON rating_changes (pool, blue_bot_id, step);

CREATE TRIGGER rating_changes_are_final BEFORE UPDATE ON rating_changes
BEGIN SELECT RAISE(ABORT, 'a rating change never changes'); END;
CREATE TRIGGER rating_changes_are_kept BEFORE DELETE ON rating_changes
BEGIN SELECT RAISE(ABORT, 'a rating change is never deleted'); END;
CREATE TRIGGER rated_games_are_counted AFTER INSERT ON rating_changes
BEGIN
  INSERT INTO pair_scores (pool, red_bot_id, blue_bot_id, wins, draws, losses)
  SELECT NEW.pool, red_bot_id, blue_bot_id, result = 'red_wins', result = 'draw', result = 'blue_wins'
  FROM games WHERE sequence = NEW.sequence
  ON CONFLICT (pool, red_bot_id, blue_bot_id) DO UPDATE SET
    wins = wins + excluded.wins, draws = draws + excluded.draws, losses = losses + excluded.losses;
END;
