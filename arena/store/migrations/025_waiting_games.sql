-- How many games of a running tournament wait for a worker that can play them, and why none can; NULL while none waits.
ALTER TABLE tournaments ADD COLUMN waiting_games INTEGER CHECK (waiting_games > 0);
ALTER TABLE tournaments ADD COLUMN waiting_reason TEXT CHECK (waiting_reason <> '');
