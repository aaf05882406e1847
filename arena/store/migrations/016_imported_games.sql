-- Games that were played elsewhere, as files tell of them. They are in tables of their own, so that nothing that counts,
-- ranks or rates games can meet them.
CREATE TABLE imports (
  import_id INTEGER PRIMARY KEY AUTOINCREMENT,
  imported_time_us INTEGER NOT NULL
) STRICT;

CREATE TABLE imported_games (
  -- By this the games of an import come in the order of its files, and those of the newest import first, from the
  -- greatest to the least.
  sequence INTEGER PRIMARY KEY CHECK (sequence = (import_id + 1) * 1000000000 - number),
  game_id TEXT NOT NULL UNIQUE CHECK (game_id = 'import-' || import_id || '-' || number),
  import_id INTEGER NOT NULL REFERENCES imports (import_id),
  -- Among all games of the import's files, those included that were left out.
  number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 999999999),
  -- The name of the file that it came from, without folders.
  file TEXT NOT NULL,
  -- As the file has them; no bots of this home.
  red TEXT NOT NULL,
  blue TEXT NOT NULL,
  ruleset_id TEXT NOT NULL,
  result TEXT NOT NULL CHECK (result IN ('red_wins', 'blue_wins', 'draw')),
  reason TEXT NOT NULL,
  detail TEXT NOT NULL,
  plies INTEGER NOT NULL CHECK (plies >= 0),
  -- NULL when the file does not tell it.
  start_time_us INTEGER,
  -- The same game is here once.
  record_sha256 BLOB NOT NULL UNIQUE CHECK (length(record_sha256) = 32)
) STRICT;

-- Apart from the games, so that lists do not read past them. zstd over the bytes of a v1.GameRecord.
CREATE TABLE imported_records (
  sequence INTEGER PRIMARY KEY REFERENCES imported_games (sequence),
  record BLOB NOT NULL
) STRICT;

CREATE TRIGGER imported_games_are_final BEFORE UPDATE ON imported_games
BEGIN SELECT RAISE(ABORT, 'an imported game never changes'); END;
CREATE TRIGGER imported_games_are_kept BEFORE DELETE ON imported_games
BEGIN SELECT RAISE(ABORT, 'an imported game is never deleted'); END;
CREATE TRIGGER imported_records_are_final BEFORE UPDATE ON imported_records
BEGIN SELECT RAISE(ABORT, 'an imported record never changes'); END;
CREATE TRIGGER imported_records_are_kept BEFORE DELETE ON imported_records
BEGIN SELECT RAISE(ABORT, 'an imported record is never deleted'); END;
