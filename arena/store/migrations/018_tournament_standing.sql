-- How a tournament stands, where `state` alone does not tell it. `state` goes on to say whether its games wait for the
-- order of their ratings: one that is paused while its last games are played out is still 'running' there, and 'stopped'
-- from then on. One that is queued is 'running', one that was cancelled 'stopped'.
ALTER TABLE tournaments ADD COLUMN standing TEXT CHECK (standing IN ('queued', 'paused', 'cancelled'));
-- The error with which its last run ended; NULL where it did not.
ALTER TABLE tournaments ADD COLUMN stopped_error TEXT CHECK (stopped_error <> '');
