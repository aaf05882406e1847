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

-- NULL of those whom a host has added.
ALTER TABLE users ADD COLUMN invitation_id INTEGER REFERENCES invitations (invitation_id);

-- Tokens that stand for a browser which a link has signed in, and the token with which the link was made, with which
-- they fall; NULL where the host made it at the home itself.
ALTER TABLE tokens ADD COLUMN is_session INTEGER NOT NULL DEFAULT 0 CHECK (is_session IN (0, 1));
ALTER TABLE tokens ADD COLUMN parent_id INTEGER REFERENCES tokens (token_id);
CREATE INDEX tokens_by_parent ON tokens (parent_id) WHERE parent_id IS NOT NULL;

-- Links that sign a browser in, until they are used or expired. Of their secrets only the SHA-256 is here.
CREATE TABLE sign_in_links (
  sha256 BLOB NOT NULL PRIMARY KEY CHECK (length(sha256) = 32),
  user_id INTEGER NOT NULL REFERENCES users (user_id),
  parent_id INTEGER REFERENCES tokens (token_id),
  expires_time_us INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_links_by_user ON sign_in_links (user_id);
CREATE INDEX sign_in_links_by_parent ON sign_in_links (parent_id) WHERE parent_id IS NOT NULL;
