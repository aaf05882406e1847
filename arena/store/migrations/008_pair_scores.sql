-- What each bot with Red made of its rated games against each other one: counted here, so that to rate a whole pool at
-- once need not read all of its games.
CREATE TABLE pair_scores (
  pool TEXT NOT NULL,
  red_bot_id INTEGER NOT NULL REFERENCES bots (bot_id),
  blue_bot_id INTEGER NOT NULL REFERENCES bots (bot_id),
  wins INTEGER NOT NULL,
  draws INTEGER NOT NULL,
  losses INTEGER NOT NULL,
  PRIMARY KEY (pool, red_bot_id, blue_bot_id)
) STRICT, WITHOUT ROWID;

INSERT INTO pair_scores (pool, red_bot_id, blue_bot_id, wins, draws, losses)
SELECT pool, games.red_bot_id, games.blue_bot_id, sum(result = 'red_wins'), sum(result = 'draw'), sum(result = 'blue_wins')
FROM rating_changes JOIN games USING (sequence) GROUP BY 1, 2, 3;

CREATE TRIGGER rated_games_are_counted AFTER INSERT ON rating_changes
BEGIN
  INSERT INTO pair_scores (pool, red_bot_id, blue_bot_id, wins, draws, losses)
  SELECT NEW.pool, red_bot_id, blue_bot_id, result = 'red_wins', result = 'draw', result = 'blue_wins'
  FROM games WHERE sequence = NEW.sequence
  ON CONFLICT (pool, red_bot_id, blue_bot_id) DO UPDATE SET
    wins = wins + excluded.wins, draws = draws + excluded.draws, losses = losses + excluded.losses;
END;
