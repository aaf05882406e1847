-- Submitted bots: each version an entry of its own, named NAME@1, NAME@2, ..., which shares its base name.
ALTER TABLE bots ADD COLUMN base_name TEXT
  GENERATED ALWAYS AS (CASE WHEN instr(name, '@') > 0 THEN substr(name, 1, instr(name, '@') - 1) ELSE name END) VIRTUAL;
-- NULL: the host's own.
ALTER TABLE bots ADD COLUMN owner_id INTEGER REFERENCES users (user_id);
-- Of a submitted bot's files; NULL for one that was added from a folder of the host's.
ALTER TABLE bots ADD COLUMN content_sha256 BLOB CHECK (length(content_sha256) = 32);
-- Why it enters no tournament any more; NULL while it is its name's present version.
ALTER TABLE bots ADD COLUMN retired_reason TEXT CHECK (retired_reason <> '');

CREATE UNIQUE INDEX bots_one_present_version ON bots (base_name) WHERE retired_reason IS NULL;

CREATE TRIGGER bot_names_stay_their_owners AFTER INSERT ON bots
WHEN EXISTS (SELECT 1 FROM bots WHERE base_name = NEW.base_name AND owner_id IS NOT NEW.owner_id)
BEGIN SELECT RAISE(ABORT, 'the name of this bot belongs to another owner'); END;
CREATE TRIGGER bots_keep_their_owners BEFORE UPDATE OF name, owner_id, content_sha256 ON bots
BEGIN SELECT RAISE(ABORT, 'a bot keeps its name, owner and content'); END;
CREATE TRIGGER retired_versions_stay_retired BEFORE UPDATE OF retired_reason ON bots
WHEN OLD.retired_reason IS NOT NULL AND OLD.content_sha256 IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a retired version is never made ready again'); END;

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
