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
