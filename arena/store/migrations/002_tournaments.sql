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
  updated_time_us INTEGER NOT NULL
) STRICT;
