-- What hosts ask about a tournament's bots, so that no record need be read for it: for how long a bot let its messages
-- wait, how long it was away, and how late the host read its messages, in microseconds. NULL of games that were stored
-- before this.
ALTER TABLE games ADD COLUMN red_unsent_us INTEGER CHECK (red_unsent_us >= 0);
ALTER TABLE games ADD COLUMN blue_unsent_us INTEGER CHECK (blue_unsent_us >= 0);
ALTER TABLE games ADD COLUMN red_away_us INTEGER CHECK (red_away_us >= 0);
ALTER TABLE games ADD COLUMN blue_away_us INTEGER CHECK (blue_away_us >= 0);
ALTER TABLE games ADD COLUMN red_host_delay_us INTEGER CHECK (red_host_delay_us >= 0);
ALTER TABLE games ADD COLUMN blue_host_delay_us INTEGER CHECK (blue_host_delay_us >= 0);

-- Whose attempt at a game was void; NULL likewise. The index has all that counting takes, so that no record is read.
ALTER TABLE void_games ADD COLUMN red_bot_id INTEGER REFERENCES bots (bot_id);
ALTER TABLE void_games ADD COLUMN blue_bot_id INTEGER REFERENCES bots (bot_id);
CREATE INDEX void_games_by_cause ON void_games (tournament_id, reason, red_bot_id, blue_bot_id);
