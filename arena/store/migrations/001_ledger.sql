-- The ledger. Times everywhere: microseconds since 1970.

-- By whose code users come. Of the code itself only the SHA-256 is here.
CREATE TABLE invitations (
  invitation_id INTEGER PRIMARY KEY AUTOINCREMENT,
  sha256 BLOB NOT NULL UNIQUE CHECK (length(sha256) = 32),
  label TEXT NOT NULL CHECK (length(label) <= 100),
  -- Whether its users are workers; else they are owners.
  is_for_workers INTEGER NOT NULL CHECK (is_for_workers IN (0, 1)),
  uses INTEGER NOT NULL DEFAULT 0 CHECK (uses BETWEEN 0 AND uses_max),
  uses_max INTEGER NOT NULL CHECK (uses_max BETWEEN 1 AND 10000),
  created_time_us INTEGER NOT NULL,
  expires_time_us INTEGER NOT NULL CHECK (expires_time_us > created_time_us),
  -- NULL while it is good.
  revoked_time_us INTEGER
) STRICT;
CREATE TRIGGER revoked_invitations_stay_revoked BEFORE UPDATE ON invitations WHEN OLD.revoked_time_us IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a revoked invitation is never good again'); END;

-- Who may call this home's host from elsewhere. A name stays its owner's: a user who was removed keeps the row.
CREATE TABLE users (
  user_id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE
    CHECK (length(name) BETWEEN 1 AND 40 AND name GLOB '[A-Za-z0-9]*' AND name NOT GLOB '*[^A-Za-z0-9._-]*'),
  role TEXT NOT NULL CHECK (role IN ('owner', 'host')),
  added_time_us INTEGER NOT NULL,
  -- NULL while the user is one.
  removed_time_us INTEGER,
  -- Whether it is another machine, which plays this home's games; its `role` is 'owner' then.
  is_worker INTEGER NOT NULL DEFAULT 0 CHECK (is_worker IN (0, 1) AND (is_worker = 0 OR role = 'owner')),
  -- NULL of those whom a host has added.
  invitation_id INTEGER REFERENCES invitations (invitation_id)
) STRICT;

-- What callers show. Of the token itself only the SHA-256 is here.
CREATE TABLE tokens (
  token_id INTEGER PRIMARY KEY AUTOINCREMENT,
  sha256 BLOB NOT NULL UNIQUE CHECK (length(sha256) = 32),
  -- Whose it is: a user's, or that of one entry, which dials in with it.
  user_id INTEGER REFERENCES users (user_id),
  bot_id INTEGER REFERENCES bots (bot_id),
  label TEXT NOT NULL CHECK (length(label) <= 100),
  created_time_us INTEGER NOT NULL,
  -- NULL: never.
  expires_time_us INTEGER CHECK (expires_time_us > created_time_us),
  -- NULL while it is good.
  revoked_time_us INTEGER,
  -- Whether it stands for a browser which a link has signed in, and the token with which the link was made, with which it
  -- falls; NULL where the host made it at the home itself.
  is_session INTEGER NOT NULL DEFAULT 0 CHECK (is_session IN (0, 1)),
  parent_id INTEGER REFERENCES tokens (token_id),
  CHECK ((user_id IS NULL) <> (bot_id IS NULL))
) STRICT;

CREATE INDEX tokens_by_user ON tokens (user_id);
CREATE INDEX tokens_by_parent ON tokens (parent_id) WHERE parent_id IS NOT NULL;

CREATE TRIGGER revoked_tokens_stay_revoked BEFORE UPDATE ON tokens WHEN OLD.revoked_time_us IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a revoked token is never good again'); END;
CREATE TRIGGER removed_users_stay_removed BEFORE UPDATE ON users WHEN OLD.removed_time_us IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a removed user is never one again'); END;

-- Links that sign a browser in, until they are used or expired. Of their secrets only the SHA-256 is here.
CREATE TABLE sign_in_links (
  sha256 BLOB NOT NULL PRIMARY KEY CHECK (length(sha256) = 32),
  user_id INTEGER NOT NULL REFERENCES users (user_id),
  parent_id INTEGER REFERENCES tokens (token_id),
  expires_time_us INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_links_by_user ON sign_in_links (user_id);
CREATE INDEX sign_in_links_by_parent ON sign_in_links (parent_id) WHERE parent_id IS NOT NULL;

-- The bots that the home knows. Each version of a submitted bot is an entry of its own, named NAME@1, NAME@2, ..., which
-- shares its base name.
CREATE TABLE bots (
  bot_id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 40),
  version TEXT NOT NULL,
  folder TEXT NOT NULL,
  -- v1.BotManifest as JSON.
  manifest TEXT NOT NULL,
  -- Games in which it did not start or did not come, since it was last made ready.
  faults INTEGER NOT NULL DEFAULT 0 CHECK (faults >= 0),
  -- Why it may not play; NULL while it may.
  suspended_reason TEXT CHECK (suspended_reason <> ''),
  added_time_us INTEGER NOT NULL,
  base_name TEXT GENERATED ALWAYS AS
    (CASE WHEN instr(name, '@') > 0 THEN substr(name, 1, instr(name, '@') - 1) ELSE name END) VIRTUAL,
  -- NULL: the host's own.
  owner_id INTEGER REFERENCES users (user_id),
  -- Of a submitted bot's files; NULL for one that was added from a folder of the host's.
  content_sha256 BLOB CHECK (length(content_sha256) = 32),
  -- Why it enters no tournament any more; NULL while it is its name's present version.
  retired_reason TEXT CHECK (retired_reason <> ''),
  -- Of the files of a bot that was added from a folder of the host's, as they were when it was added last: other files
  -- make a version of their own. NULL of submitted and remote bots.
  files_sha256 BLOB CHECK (length(files_sha256) = 32),
  -- Whether other owners may challenge the bot; NULL: as long as nobody has said so, those that were submitted may be.
  takes_challenges INTEGER CHECK (takes_challenges IN (0, 1)),
  -- An entry that plays against itself is several players. The further ones, NAME#2, NAME#3 and so on, have rows of their
  -- own, so that games, void attempts and all that is counted of them tell the players apart. All else that they are, the
  -- row of their entry says: theirs are added with the first such tournament and never change. NULL of entries.
  second_of INTEGER REFERENCES bots (bot_id)
) STRICT;
CREATE UNIQUE INDEX bots_one_present_version ON bots (base_name) WHERE retired_reason IS NULL;
CREATE INDEX bots_second_players ON bots (second_of) WHERE second_of IS NOT NULL;

-- The bots themselves: whatever lists, finds or counts bots reads these.
CREATE VIEW entries AS SELECT * FROM bots WHERE second_of IS NULL;

CREATE TRIGGER bot_names_stay_their_owners AFTER INSERT ON bots
WHEN EXISTS (SELECT 1 FROM bots WHERE base_name = NEW.base_name AND owner_id IS NOT NEW.owner_id)
BEGIN SELECT RAISE(ABORT, 'the name of this bot belongs to another owner'); END;
CREATE TRIGGER bots_keep_their_owners BEFORE UPDATE OF name, owner_id, content_sha256 ON bots
BEGIN SELECT RAISE(ABORT, 'a bot keeps its name, owner and content'); END;
CREATE TRIGGER retired_versions_stay_retired BEFORE UPDATE OF retired_reason ON bots
WHEN OLD.retired_reason IS NOT NULL AND OLD.content_sha256 IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a retired version is never made ready again'); END;
CREATE TRIGGER second_players_never_change BEFORE UPDATE ON bots
WHEN OLD.second_of IS NOT NULL OR NEW.second_of IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'the second player of a bot never changes'); END;

-- Base names that a host has taken out of play: no further version of theirs comes in until the host lets go.
CREATE TABLE held_names (
  base_name TEXT PRIMARY KEY,
  reason TEXT NOT NULL CHECK (reason <> '')
) STRICT, WITHOUT ROWID;

CREATE TRIGGER held_names_get_no_version AFTER INSERT ON bots
WHEN EXISTS (SELECT 1 FROM held_names WHERE base_name = NEW.base_name)
BEGIN SELECT RAISE(ABORT, 'the host holds that name'); END;

-- Words that bots have, in all their versions.
CREATE TABLE bot_tags (
  base_name TEXT NOT NULL CHECK (length(base_name) BETWEEN 1 AND 40),
  tag TEXT NOT NULL CHECK (length(tag) BETWEEN 1 AND 40),
  PRIMARY KEY (base_name, tag)
) STRICT, WITHOUT ROWID;

-- What was sent in, and how far it came.
CREATE TABLE submissions (
  submission_id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- NULL: the host's own.
  owner_id INTEGER REFERENCES users (user_id),
  state TEXT NOT NULL CHECK (state IN
    ('received', 'unpacking', 'checking_manifest', 'building', 'checking', 'ready', 'failed')),
  -- Why it failed.
  reason TEXT CHECK (reason <> ''),
  -- From its manifest; NULL before that was read.
  bot_name TEXT CHECK (length(bot_name) BETWEEN 1 AND 32),
  content_sha256 BLOB CHECK (length(content_sha256) = 32),
  -- The entry that it is to become; NULL before that is known.
  entry TEXT CHECK (length(entry) BETWEEN 1 AND 40),
  -- The entry that it became, or that held the same content before.
  bot_id INTEGER REFERENCES bots (bot_id),
  received_time_us INTEGER NOT NULL,
  updated_time_us INTEGER NOT NULL,
  CHECK ((state = 'failed') = (reason IS NOT NULL)),
  CHECK ((state = 'ready') = (bot_id IS NOT NULL)),
  CHECK (state IN ('received', 'unpacking', 'checking_manifest', 'failed') OR (bot_name IS NOT NULL AND entry IS NOT NULL))
) STRICT;

-- At most one under way for a name, and for an owner.
CREATE UNIQUE INDEX submissions_one_a_name ON submissions (bot_name) WHERE state NOT IN ('ready', 'failed');
CREATE UNIQUE INDEX submissions_one_an_owner ON submissions (owner_id) WHERE state NOT IN ('ready', 'failed');
CREATE INDEX submissions_by_name ON submissions (bot_name, submission_id);

-- When it came to each state.
CREATE TABLE submission_steps (
  submission_id INTEGER NOT NULL REFERENCES submissions (submission_id),
  state TEXT NOT NULL,
  time_us INTEGER NOT NULL,
  PRIMARY KEY (submission_id, state)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER submissions_begin AFTER INSERT ON submissions
BEGIN INSERT INTO submission_steps (submission_id, state, time_us) VALUES (NEW.submission_id, NEW.state, NEW.updated_time_us); END;
CREATE TRIGGER submissions_go_on AFTER UPDATE OF state ON submissions
BEGIN INSERT INTO submission_steps (submission_id, state, time_us) VALUES (NEW.submission_id, NEW.state, NEW.updated_time_us); END;
CREATE TRIGGER submissions_end_once BEFORE UPDATE ON submissions WHEN OLD.state IN ('ready', 'failed')
BEGIN SELECT RAISE(ABORT, 'a submission that is over never changes'); END;
CREATE TRIGGER submissions_are_kept BEFORE DELETE ON submissions
BEGIN SELECT RAISE(ABORT, 'a submission is never deleted'); END;

CREATE TABLE tournaments (
  tournament_id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  -- v1.TournamentSpec as JSON, complete: with every default and the seed drawn.
  spec TEXT NOT NULL,
  -- The ruleset's id, and the id with all options.
  ruleset_id TEXT NOT NULL,
  ruleset TEXT NOT NULL,
  -- The pool in which its games are rated; NULL when they are not.
  pool TEXT CHECK (pool <> ''),
  state TEXT NOT NULL CHECK (state IN ('running', 'finished', 'stopped')),
  created_time_us INTEGER NOT NULL,
  -- When it last began to run, or came to its present state.
  updated_time_us INTEGER NOT NULL,
  -- Of the spec's text.
  spec_sha256 BLOB NOT NULL CHECK (length(spec_sha256) = 32),
  -- How many void attempts at its games were stored.
  void_attempts INTEGER NOT NULL DEFAULT 0 CHECK (void_attempts >= 0),
  -- Whether games that nobody played are rated. They say nothing of strength, so the spec must ask for it.
  rates_forfeits INTEGER NOT NULL CHECK (rates_forfeits IN (0, 1)),
  -- How it stands, where `state` alone does not tell it. `state` goes on to say whether its games wait for the order of
  -- their ratings: one that is paused while its last games are played out is still 'running' there, and 'stopped' from
  -- then on. One that is queued is 'running', one that was cancelled 'stopped'.
  standing TEXT CHECK (standing IN ('queued', 'paused', 'cancelled')),
  -- The error with which its last run ended; NULL where it did not.
  stopped_error TEXT CHECK (stopped_error <> ''),
  -- Of a match that an owner has started without a host: the owner's name, which is the field `challenger` of the spec.
  challenger TEXT CHECK (challenger <> ''),
  -- A tournament that begins at a time waits as 'stopped' in `state`, and this is when something is next to be done for
  -- it: its list of bots is to be made, or it is to begin. NULL of all others.
  due_time_us INTEGER CHECK (due_time_us IS NULL OR (state = 'stopped' AND standing IS NULL)),
  -- Whether the list of bots is still to be made. `spec` changes once, when it is.
  entries_open INTEGER NOT NULL DEFAULT 0 CHECK (entries_open IN (0, 1)),
  -- The fields `series` and `series_number` of the spec; NULL where there is none.
  series_id INTEGER REFERENCES series (series_id),
  series_number INTEGER CHECK (series_number >= 1),
  -- The tournament in which bots play for their entry, where the spec says whom they must beat; NULL where there is none.
  qualifier_id INTEGER REFERENCES tournaments (tournament_id),
  -- How many games of a running tournament wait for a worker that can play them, and why none can; NULL while none waits.
  waiting_games INTEGER CHECK (waiting_games > 0),
  waiting_reason TEXT CHECK (waiting_reason <> '')
) STRICT;

-- What is played or waits, the oldest first.
CREATE INDEX tournaments_running ON tournaments (tournament_id) WHERE state = 'running';
CREATE INDEX tournaments_by_challenger ON tournaments (challenger, tournament_id) WHERE challenger IS NOT NULL;
CREATE INDEX tournaments_due ON tournaments (due_time_us, tournament_id) WHERE due_time_us IS NOT NULL;
CREATE UNIQUE INDEX tournaments_in_series ON tournaments (series_id, series_number) WHERE series_id IS NOT NULL;

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
CREATE TRIGGER tournaments_are_kept BEFORE DELETE ON tournaments
BEGIN SELECT RAISE(ABORT, 'a tournament is never deleted'); END;

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

-- The texts of books of set-ups, which may have many MiB, each once and by its SHA-256: the spec of a tournament names its
-- book as "sha256:" and the number in hexadecimal.
CREATE TABLE books (
  sha256 BLOB NOT NULL PRIMARY KEY CHECK (length(sha256) = 32),
  -- Compressed by zstd.
  text BLOB NOT NULL
) STRICT;
CREATE TRIGGER books_are_final BEFORE UPDATE ON books
BEGIN SELECT RAISE(ABORT, 'a stored book never changes'); END;
CREATE TRIGGER books_are_kept BEFORE DELETE ON books
BEGIN SELECT RAISE(ABORT, 'a stored book is never deleted'); END;

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
  -- Which game has the players, and in a duplicate tournament the chance, of an earlier one: of the second game of a pair
  -- the number of the first. NULL of games without partner, and of the firsts.
  first_of_pair INTEGER CHECK (first_of_pair >= 1 AND first_of_pair < number),
  -- What hosts ask about a tournament's bots, so that no record need be read for it: for how long a bot let its messages
  -- wait, how long it was away, and how late the host read its messages, in microseconds.
  red_unsent_us INTEGER NOT NULL CHECK (red_unsent_us >= 0),
  blue_unsent_us INTEGER NOT NULL CHECK (blue_unsent_us >= 0),
  red_away_us INTEGER NOT NULL CHECK (red_away_us >= 0),
  blue_away_us INTEGER NOT NULL CHECK (blue_away_us >= 0),
  red_host_delay_us INTEGER NOT NULL CHECK (red_host_delay_us >= 0),
  blue_host_delay_us INTEGER NOT NULL CHECK (blue_host_delay_us >= 0),
  -- The worker that played; NULL of games that this home's own machine played, or nobody.
  worker_id INTEGER REFERENCES workers (worker_id),
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
  red_bot_id INTEGER NOT NULL REFERENCES bots (bot_id),
  blue_bot_id INTEGER NOT NULL REFERENCES bots (bot_id),
  worker_id INTEGER REFERENCES workers (worker_id),
  PRIMARY KEY (tournament_id, number, attempt),
  UNIQUE (tournament_id, number, record_sha256)
) STRICT;

CREATE UNIQUE INDEX games_by_first ON games (tournament_id, first_of_pair) WHERE first_of_pair IS NOT NULL;
-- A bot's games, the newest first, with all that counting them by opponent and end takes: a bot's page reads no row of
-- the table itself.
CREATE INDEX games_by_red ON games (red_bot_id, sequence, blue_bot_id, tournament_id, result, reason);
CREATE INDEX games_by_blue ON games (blue_bot_id, sequence, red_bot_id, tournament_id, result, reason);
-- The games that nobody played, which are few: so a leaderboard can count them.
CREATE INDEX games_unplayed ON games (tournament_id, sequence) WHERE reason = 'forfeit_no_show' AND plies = 0;
-- These indexes have all that counting takes, so that no record is read.
CREATE INDEX games_by_worker ON games (worker_id, tournament_id, red_bot_id, blue_bot_id, result, reason, plies, duration_us)
WHERE worker_id IS NOT NULL;
CREATE INDEX void_games_by_worker ON void_games (worker_id, tournament_id) WHERE worker_id IS NOT NULL;
CREATE INDEX void_games_by_cause ON void_games (tournament_id, reason, red_bot_id, blue_bot_id);

CREATE TRIGGER games_are_final BEFORE UPDATE ON games
BEGIN SELECT RAISE(ABORT, 'a stored game never changes'); END;
CREATE TRIGGER games_are_kept BEFORE DELETE ON games
BEGIN SELECT RAISE(ABORT, 'a stored game is never deleted'); END;
CREATE TRIGGER game_records_are_final BEFORE UPDATE ON game_records
BEGIN SELECT RAISE(ABORT, 'a stored record never changes'); END;
CREATE TRIGGER game_records_are_kept BEFORE DELETE ON game_records
BEGIN SELECT RAISE(ABORT, 'a stored record is never deleted'); END;
CREATE TRIGGER void_games_are_counted AFTER INSERT ON void_games
BEGIN UPDATE tournaments SET void_attempts = void_attempts + 1 WHERE tournament_id = NEW.tournament_id; END;
CREATE TRIGGER void_games_are_final BEFORE UPDATE ON void_games
BEGIN SELECT RAISE(ABORT, 'a stored attempt never changes'); END;
CREATE TRIGGER void_games_are_kept BEFORE DELETE ON void_games
BEGIN SELECT RAISE(ABORT, 'a stored attempt is never deleted'); END;
CREATE TRIGGER games_of_workers_are_counted AFTER INSERT ON games WHEN NEW.worker_id IS NOT NULL
BEGIN UPDATE workers SET judged_games = judged_games + 1 WHERE worker_id = NEW.worker_id; END;
CREATE TRIGGER void_games_of_workers_are_counted AFTER INSERT ON void_games WHEN NEW.worker_id IS NOT NULL
BEGIN UPDATE workers SET judged_games = judged_games + 1 WHERE worker_id = NEW.worker_id; END;

-- Set-ups on a board, each once: 40 squares, from the player's back row on, each row from file a to j as Red sees them (Blue's
-- turned by 180 degrees), a letter for a piece and a dot for none.
CREATE TABLE set_ups (
  set_up_id INTEGER PRIMARY KEY,
  letters TEXT NOT NULL UNIQUE CHECK (length(letters) = 40)
) STRICT;
CREATE TRIGGER set_ups_are_final BEFORE UPDATE ON set_ups
BEGIN SELECT RAISE(ABORT, 'a set-up never changes'); END;
CREATE TRIGGER set_ups_are_kept BEFORE DELETE ON set_ups
BEGIN SELECT RAISE(ABORT, 'a set-up is never deleted'); END;

-- Those with which games that count were played. Games have none in which a player did not come to set up, and in
-- rulesets without a board to set up on.
CREATE TABLE game_set_ups (
  sequence INTEGER PRIMARY KEY REFERENCES games (sequence),
  red_set_up_id INTEGER NOT NULL REFERENCES set_ups (set_up_id),
  blue_set_up_id INTEGER NOT NULL REFERENCES set_ups (set_up_id)
) STRICT;
CREATE TRIGGER game_set_ups_are_final BEFORE UPDATE ON game_set_ups
BEGIN SELECT RAISE(ABORT, 'a stored game never changes'); END;
CREATE TRIGGER game_set_ups_are_kept BEFORE DELETE ON game_set_ups
BEGIN SELECT RAISE(ABORT, 'a stored game is never deleted'); END;

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

-- What each rated game changed. One number for both bots: what Red gains, Blue loses. A game is rated in its turn of the
-- schedule, which may come later than its result is stored: so the changes have an order of their own.
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

CREATE INDEX rating_changes_by_red ON rating_changes (pool, red_bot_id, step);
CREATE INDEX rating_changes_by_blue ON rating_changes (pool, blue_bot_id, step);

-- What each bot with Red made of its rated games against each other one: counted here, so that to rate a whole pool at
-- once need not read all of its games.
CREATE TABLE pair_scores (
  pool TEXT NOT NULL,
  red_bot_id INTEGER NOT NULL REFERENCES bots (bot_id),
  blue_bot_id INTEGER NOT NULL REFERENCES bots (bot_id),
  wins INTEGER NOT NULL,
  draws INTEGER NOT NULL,
  losses INTEGER NOT NULL,
  PRIMARY KEY (pool, red_bot_id, blue_bot_id)
) STRICT, WITHOUT ROWID;

-- The games of rated tournaments whose turn came and which are not rated, because nobody played them.
CREATE TABLE unrated_games (
  sequence INTEGER PRIMARY KEY REFERENCES games (sequence)
) STRICT;

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
CREATE TRIGGER second_players_are_not_rated BEFORE INSERT ON rating_changes
WHEN EXISTS (SELECT 1 FROM bots WHERE bot_id IN (NEW.red_bot_id, NEW.blue_bot_id) AND second_of IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'a game of a bot against itself is not rated'); END;
CREATE TRIGGER unrated_games_are_final BEFORE UPDATE ON unrated_games
BEGIN SELECT RAISE(ABORT, 'a game that is not rated stays so'); END;
CREATE TRIGGER unrated_games_are_kept BEFORE DELETE ON unrated_games
BEGIN SELECT RAISE(ABORT, 'a game that is not rated stays so'); END;

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

-- Where what has happened is reported.
CREATE TABLE webhooks (
  webhook_id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- NULL: the host's, made at the home itself.
  user_id INTEGER REFERENCES users (user_id),
  url TEXT NOT NULL CHECK (length(url) BETWEEN 1 AND 2000),
  -- With which reports are signed.
  signing_key BLOB NOT NULL CHECK (length(signing_key) = 32),
  -- Of what it is told.
  tells_games INTEGER NOT NULL CHECK (tells_games IN (0, 1)),
  tells_tournaments INTEGER NOT NULL CHECK (tells_tournaments IN (0, 1)),
  tells_checks INTEGER NOT NULL CHECK (tells_checks IN (0, 1)),
  created_time_us INTEGER NOT NULL,
  -- Why nothing is sent there; NULL while something is.
  disabled_reason TEXT CHECK (disabled_reason <> ''),
  -- When it last took a report; NULL before it did.
  success_time_us INTEGER,
  -- Reports that were never made, since too many waited.
  dropped INTEGER NOT NULL DEFAULT 0,
  CHECK (tells_games + tells_tournaments + tells_checks > 0)
) STRICT;
CREATE INDEX webhooks_by_user ON webhooks (user_id);

-- What is sent to one, or was.
CREATE TABLE webhook_deliveries (
  delivery_id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- The name under which the receiver knows it.
  name TEXT NOT NULL UNIQUE,
  webhook_id INTEGER NOT NULL REFERENCES webhooks (webhook_id),
  event TEXT NOT NULL CHECK (event IN ('game', 'tournament', 'check', 'test')),
  body TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
  -- Since it was last asked for.
  attempts INTEGER NOT NULL DEFAULT 0,
  -- What came of the last attempt: 0 where nothing was answered.
  status INTEGER NOT NULL DEFAULT 0,
  trouble TEXT NOT NULL DEFAULT '',
  created_time_us INTEGER NOT NULL,
  attempt_time_us INTEGER,
  next_time_us INTEGER,
  CHECK ((state = 'pending') = (next_time_us IS NOT NULL))
) STRICT;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_time_us) WHERE next_time_us IS NOT NULL;
CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id, state, delivery_id);

-- What has happened and was not yet made into deliveries. It is written in the transaction in which it happens, so that
-- a server that is killed forgets nothing; no more than 10,000 wait, since there may be no server that reports them.
CREATE TABLE webhook_events (
  event_id INTEGER PRIMARY KEY AUTOINCREMENT,
  event TEXT NOT NULL CHECK (event IN ('game', 'tournament', 'check')),
  -- The game's sequence, the tournament's id or the submission's id.
  about INTEGER NOT NULL
) STRICT;

CREATE TRIGGER games_are_reported AFTER INSERT ON games
WHEN EXISTS (SELECT 1 FROM webhooks WHERE tells_games AND disabled_reason IS NULL)
  AND coalesce((SELECT max(event_id) FROM webhook_events) - (SELECT min(event_id) FROM webhook_events), 0) < 10000
BEGIN INSERT INTO webhook_events (event, about) VALUES ('game', NEW.sequence); END;
CREATE TRIGGER tournaments_are_reported AFTER UPDATE ON tournaments
WHEN ((NEW.state = 'finished' AND OLD.state <> 'finished')
    OR (NEW.standing = 'cancelled' AND OLD.standing IS NOT 'cancelled')
    OR (NEW.stopped_error IS NOT NULL AND OLD.stopped_error IS NULL))
  AND EXISTS (SELECT 1 FROM webhooks WHERE tells_tournaments AND disabled_reason IS NULL)
  AND coalesce((SELECT max(event_id) FROM webhook_events) - (SELECT min(event_id) FROM webhook_events), 0) < 10000
BEGIN INSERT INTO webhook_events (event, about) VALUES ('tournament', NEW.tournament_id); END;
CREATE TRIGGER checks_are_reported AFTER UPDATE OF state ON submissions
WHEN NEW.state IN ('ready', 'failed') AND OLD.state NOT IN ('ready', 'failed')
  AND EXISTS (SELECT 1 FROM webhooks WHERE tells_checks AND disabled_reason IS NULL)
  AND coalesce((SELECT max(event_id) FROM webhook_events) - (SELECT min(event_id) FROM webhook_events), 0) < 10000
BEGIN INSERT INTO webhook_events (event, about) VALUES ('check', NEW.submission_id); END;

-- A chain over all results: each link's head is a SHA-256 over the head before it and what the link tells of, so that no
-- result can be changed, removed, added or moved without another head at the end.
CREATE TABLE chain (
  -- From 1, without gaps.
  link INTEGER PRIMARY KEY CHECK (link >= 1),
  -- 'begin' is the first link of every chain.
  kind TEXT NOT NULL CHECK (kind IN ('game', 'void', 'rating', 'unrated', 'begin', 'key')),
  game_id TEXT NOT NULL CHECK ((game_id = '') = (kind IN ('begin', 'key'))),
  attempt INTEGER NOT NULL CHECK (attempt >= 0 AND (attempt = 0) = (game_id = '')),
  -- Of a key: the Ed25519 key with which heads are signed from here on.
  public_key BLOB CHECK ((public_key IS NOT NULL) = (kind = 'key') AND length(public_key) = 32),
  -- Triggers below add links, and the commit of their transaction computes the heads, which SQL cannot.
  head BLOB CHECK (length(head) = 32)
) STRICT;

-- By game, for receipts.
CREATE INDEX chain_by_game ON chain (game_id) WHERE kind = 'game';

-- The newest head, signed with the root of the tree below.
CREATE TABLE signed_head (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  link INTEGER NOT NULL REFERENCES chain (link),
  head BLOB NOT NULL CHECK (length(head) = 32),
  root BLOB NOT NULL CHECK (length(root) = 32),
  public_key BLOB NOT NULL CHECK (length(public_key) = 32),
  signature BLOB NOT NULL CHECK (length(signature) = 64)
) STRICT;

-- A Merkle tree over the heads of the chain, so that a short path shows that a game is in the chain
-- (arena/store/chain_tree.h). These are each eighth level of its complete nodes. What lies between is computed from 256 of
-- them, or from as many heads.
CREATE TABLE chain_nodes (
  level INTEGER NOT NULL CHECK (level >= 8 AND level % 8 = 0),
  number INTEGER NOT NULL CHECK (number >= 0),
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (level, number)
) STRICT, WITHOUT ROWID;

-- The newest head when a tournament was finished, with all of its ratings.
CREATE TABLE tournament_ends (
  tournament_id INTEGER PRIMARY KEY REFERENCES tournaments (tournament_id),
  link INTEGER NOT NULL REFERENCES chain (link),
  root BLOB NOT NULL CHECK (length(root) = 32),
  public_key BLOB NOT NULL CHECK (length(public_key) = 32),
  signature BLOB NOT NULL CHECK (length(signature) = 64)
) STRICT;

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
CREATE TRIGGER chain_nodes_are_final BEFORE UPDATE ON chain_nodes
BEGIN SELECT RAISE(ABORT, 'a node of the tree over the chain never changes'); END;
CREATE TRIGGER chain_nodes_are_kept BEFORE DELETE ON chain_nodes
BEGIN SELECT RAISE(ABORT, 'a node of the tree over the chain is never deleted'); END;
CREATE TRIGGER chain_nodes_are_not_replaced BEFORE INSERT ON chain_nodes
WHEN EXISTS (SELECT 1 FROM chain_nodes WHERE level = NEW.level AND number = NEW.number)
BEGIN SELECT RAISE(ABORT, 'a node of the tree over the chain never changes'); END;
