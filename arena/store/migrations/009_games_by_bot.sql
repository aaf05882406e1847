-- A bot's games, the newest first, with all that counting them by opponent and end takes: a bot's page reads no row of
-- the table itself.
CREATE INDEX games_by_red ON games (red_bot_id, sequence, blue_bot_id, tournament_id, result, reason);
CREATE INDEX games_by_blue ON games (blue_bot_id, sequence, red_bot_id, tournament_id, result, reason);

-- What is played or waits, the oldest first.
CREATE INDEX tournaments_running ON tournaments (tournament_id) WHERE state = 'running';
