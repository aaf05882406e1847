-- Who may call this home's host from elsewhere. A name stays its owner's: a user who was removed keeps the row.
CREATE TABLE users (
  user_id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE
    CHECK (length(name) BETWEEN 1 AND 40 AND name GLOB '[A-Za-z0-9]*' AND name NOT GLOB '*[^A-Za-z0-9._-]*'),
  role TEXT NOT NULL CHECK (role IN ('owner', 'host')),
  added_time_us INTEGER NOT NULL,
  -- NULL while the user is one.
  removed_time_us INTEGER
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
  CHECK ((user_id IS NULL) <> (bot_id IS NULL))
) STRICT;

CREATE INDEX tokens_by_user ON tokens (user_id);

CREATE TRIGGER revoked_tokens_stay_revoked BEFORE UPDATE ON tokens WHEN OLD.revoked_time_us IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a revoked token is never good again'); END;
CREATE TRIGGER removed_users_stay_removed BEFORE UPDATE ON users WHEN OLD.removed_time_us IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a removed user is never one again'); END;
