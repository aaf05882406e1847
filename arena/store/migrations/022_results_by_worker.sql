-- Machines that play this home's games, each by its user and the name that it gives itself.
CREATE TABLE workers (
  worker_id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (user_id),
  name TEXT NOT NULL CHECK (name <> ''),
  -- When anything was last heard of it that is noted here.
  seen_time_us INTEGER NOT NULL,
  -- Plies of random games that one of its cores has refereed in a second, as it says itself; NULL while it has not.
  measured_plies_per_second INTEGER CHECK (measured_plies_per_second >= 0),
  -- Games of its leases that came back without a result, and faults of bots that it has told of.
  returned_games INTEGER NOT NULL DEFAULT 0 CHECK (returned_games >= 0),
  bot_faults INTEGER NOT NULL DEFAULT 0 CHECK (bot_faults >= 0),
  -- Games that it has handed in, void ones too, since a host has last trusted it, and at how many of them they are
  -- judged next.
  judged_games INTEGER NOT NULL DEFAULT 0 CHECK (judged_games >= 0),
  next_look_games INTEGER NOT NULL DEFAULT 0 CHECK (next_look_games >= 0),
  -- Why no games are leased to it; NULL while they are.
  suspected_reason TEXT CHECK (suspected_reason <> ''),
  -- When a host has last trusted it in spite of such a reason; only what ended later is judged.
  trusted_time_us INTEGER,
  UNIQUE (user_id, name)
) STRICT;

CREATE TRIGGER workers_are_kept BEFORE DELETE ON workers
BEGIN SELECT RAISE(ABORT, 'a worker is never deleted'); END;
CREATE TRIGGER workers_keep_their_names BEFORE UPDATE OF user_id, name ON workers
BEGIN SELECT RAISE(ABORT, 'a worker keeps its name'); END;

-- The worker that played; NULL of games that this home's own machine played, or nobody, and of all that were stored
-- before this. The index has all that counting takes.
ALTER TABLE games ADD COLUMN worker_id INTEGER REFERENCES workers (worker_id);
ALTER TABLE void_games ADD COLUMN worker_id INTEGER REFERENCES workers (worker_id);
CREATE INDEX games_by_worker ON games (worker_id, tournament_id, red_bot_id, blue_bot_id, result, reason, plies, duration_us)
WHERE worker_id IS NOT NULL;
CREATE INDEX void_games_by_worker ON void_games (worker_id, tournament_id) WHERE worker_id IS NOT NULL;

CREATE TRIGGER games_of_workers_are_counted AFTER INSERT ON games WHEN NEW.worker_id IS NOT NULL
BEGIN UPDATE workers SET judged_games = judged_games + 1 WHERE worker_id = NEW.worker_id; END;
CREATE TRIGGER void_games_of_workers_are_counted AFTER INSERT ON void_games WHEN NEW.worker_id IS NOT NULL
BEGIN UPDATE workers SET judged_games = judged_games + 1 WHERE worker_id = NEW.worker_id; END;

-- Games that count and that a second worker has played too, so that the two can be compared; its results count nowhere.
CREATE TABLE second_games (
  sequence INTEGER NOT NULL REFERENCES games (sequence),
  worker_id INTEGER NOT NULL REFERENCES workers (worker_id),
  result TEXT NOT NULL CHECK (result IN ('red_wins', 'blue_wins', 'draw', 'void')),
  reason TEXT NOT NULL,
  plies INTEGER NOT NULL CHECK (plies >= 0),
  -- By the server's clock.
  end_time_us INTEGER NOT NULL,
  -- Whether the bots have chosen the same actions, and the game ended alike.
  is_same INTEGER NOT NULL CHECK (is_same IN (0, 1)),
  record_sha256 BLOB NOT NULL CHECK (length(record_sha256) = 32),
  -- zstd over the bytes of a v1.GameRecord.
  record BLOB NOT NULL,
  PRIMARY KEY (sequence, worker_id)
) STRICT;
CREATE INDEX second_games_by_worker ON second_games (worker_id, is_same);

CREATE TRIGGER second_games_are_final BEFORE UPDATE ON second_games
BEGIN SELECT RAISE(ABORT, 'a stored game never changes'); END;
CREATE TRIGGER second_games_are_kept BEFORE DELETE ON second_games
BEGIN SELECT RAISE(ABORT, 'a stored game is never deleted'); END;
CREATE TRIGGER second_games_are_counted AFTER INSERT ON second_games
BEGIN UPDATE workers SET judged_games = judged_games + 1 WHERE worker_id = NEW.worker_id; END;
