-- Set-ups on a board, each once: 40 squares, from the player's back row on, each row from file a to j as Red sees them (Blue's
-- turned by 180 degrees), a letter for a piece and a dot for none.
CREATE TABLE set_ups (
  set_up_id INTEGER PRIMARY KEY,
  letters TEXT NOT NULL UNIQUE CHECK (length(letters) = 40)
) STRICT;
CREATE TRIGGER set_ups_are_final BEFORE UPDATE ON set_ups
BEGIN SELECT RAISE(ABORT, 'a set-up never changes'); END;
CREATE TRIGGER set_ups_are_kept BEFORE DELETE ON set_ups
BEGIN SELECT RAISE(ABORT, 'a set-up is never deleted'); END;

-- Those with which games that count were played. Games have none in which a player did not come to set up, in rulesets
-- without a board to set up on, and where they were stored before this.
CREATE TABLE game_set_ups (
  sequence INTEGER PRIMARY KEY REFERENCES games (sequence),
  red_set_up_id INTEGER NOT NULL REFERENCES set_ups (set_up_id),
  blue_set_up_id INTEGER NOT NULL REFERENCES set_ups (set_up_id)
) STRICT;
CREATE TRIGGER game_set_ups_are_final BEFORE UPDATE ON game_set_ups
BEGIN SELECT RAISE(ABORT, 'a stored game never changes'); END;
CREATE TRIGGER game_set_ups_are_kept BEFORE DELETE ON game_set_ups
BEGIN SELECT RAISE(ABORT, 'a stored game is never deleted'); END;
