-- The bots that the home knows. Times everywhere: microseconds since 1970.
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
  added_time_us INTEGER NOT NULL
) STRICT;
