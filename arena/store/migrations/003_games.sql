-- Games that count, in the order in which they were stored. A game is here once and never changes.
CREATE TABLE games (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  game_id TEXT NOT NULL UNIQUE CHECK (game_id = tournament_id || '-' || number),
  tournament_id INTEGER NOT NULL REFERENCES tournaments (tournament_id),
  number INTEGER NOT NULL CHECK (number >= 1),
  round INTEGER NOT NULL CHECK (round >= 1),
  red_bot_id INTEGER NOT NULL REFERENCES bots (bot_id),
  blue_bot_id INTEGER NOT NULL REFERENCES bots (bot_id) CHECK (blue_bot_id <> red_bot_id),
  result TEXT NOT NULL CHECK (result IN ('red_wins', 'blue_wins', 'draw')),
  reason TEXT NOT NULL,
  detail TEXT NOT NULL,
  plies INTEGER NOT NULL CHECK (plies >= 0),
  -- 1 when the game was decided at first, one more for each void attempt before.
  attempt INTEGER NOT NULL CHECK (attempt >= 1),
  start_time_us INTEGER NOT NULL,
  duration_us INTEGER NOT NULL CHECK (duration_us >= 0),
  record_sha256 BLOB NOT NULL CHECK (length(record_sha256) = 32),
  UNIQUE (tournament_id, number)
) STRICT;

-- Apart from the games, so that lists do not read past them. zstd over the bytes of a v1.GameRecord.
CREATE TABLE game_records (
  sequence INTEGER PRIMARY KEY REFERENCES games (sequence),
  record BLOB NOT NULL
) STRICT;

-- Attempts at a game that do not count.
CREATE TABLE void_games (
  tournament_id INTEGER NOT NULL REFERENCES tournaments (tournament_id),
  number INTEGER NOT NULL CHECK (number >= 1),
  attempt INTEGER NOT NULL CHECK (attempt >= 1),
  reason TEXT NOT NULL,
  detail TEXT NOT NULL,
  plies INTEGER NOT NULL CHECK (plies >= 0),
  start_time_us INTEGER NOT NULL,
  duration_us INTEGER NOT NULL CHECK (duration_us >= 0),
  record_sha256 BLOB NOT NULL CHECK (length(record_sha256) = 32),
  record BLOB NOT NULL,
  PRIMARY KEY (tournament_id, number, attempt),
  UNIQUE (tournament_id, number, record_sha256)
) STRICT;

CREATE TRIGGER games_are_final BEFORE UPDATE ON games
BEGIN SELECT RAISE(ABORT, 'a stored game never changes'); END;
CREATE TRIGGER games_are_kept BEFORE DELETE ON games
BEGIN SELECT RAISE(ABORT, 'a stored game is never deleted'); END;
CREATE TRIGGER game_records_are_final BEFORE UPDATE ON game_records
BEGIN SELECT RAISE(ABORT, 'a stored record never changes'); END;
CREATE TRIGGER game_records_are_kept BEFORE DELETE ON game_records
BEGIN SELECT RAISE(ABORT, 'a stored record is never deleted'); END;
