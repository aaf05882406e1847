-- Where each bot stands in each pool. All ratings in whole millionths of an Elo point.
CREATE TABLE ratings (
  pool TEXT NOT NULL,
  bot_id INTEGER NOT NULL REFERENCES bots (bot_id),
  rating INTEGER NOT NULL,
  wins INTEGER NOT NULL CHECK (wins >= 0),
  draws INTEGER NOT NULL CHECK (draws >= 0),
  losses INTEGER NOT NULL CHECK (losses >= 0),
  PRIMARY KEY (pool, bot_id)
) STRICT, WITHOUT ROWID;

-- What each rated game changed. One number for both bots: what Red gains, Blue loses.
CREATE TABLE rating_changes (
  sequence INTEGER PRIMARY KEY REFERENCES games (sequence),
  pool TEXT NOT NULL,
  red_bot_id INTEGER NOT NULL REFERENCES bots (bot_id),
  blue_bot_id INTEGER NOT NULL REFERENCES bots (bot_id),
  red_before INTEGER NOT NULL,
  blue_before INTEGER NOT NULL,
  k INTEGER NOT NULL CHECK (k > 0),
  change INTEGER NOT NULL CHECK (abs(change) <= k * 1000000)
) STRICT;

CREATE INDEX rating_changes_by_red ON rating_changes (pool, red_bot_id, sequence);
CREATE INDEX rating_changes_by_blue ON rating_changes (pool, blue_bot_id, sequence);

CREATE TRIGGER rating_changes_are_final BEFORE UPDATE ON rating_changes
BEGIN SELECT RAISE(ABORT, 'a rating change never changes'); END;
CREATE TRIGGER rating_changes_are_kept BEFORE DELETE ON rating_changes
BEGIN SELECT RAISE(ABORT, 'a rating change is never deleted'); END;
