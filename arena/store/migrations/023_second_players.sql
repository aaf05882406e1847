-- An entry that plays against itself is two players, and the second, NAME#2, has a row of its own in `bots`, so that games,
-- void attempts and all that is counted of them tell the two apart. All else that it is, the entry's row says: this one is
-- added with the first such tournament and never changes.
ALTER TABLE bots ADD COLUMN second_of INTEGER REFERENCES bots (bot_id);
CREATE UNIQUE INDEX bots_second_players ON bots (second_of) WHERE second_of IS NOT NULL;

CREATE TRIGGER second_players_never_change BEFORE UPDATE ON bots
WHEN OLD.second_of IS NOT NULL OR NEW.second_of IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'the second player of a bot never changes'); END;
CREATE TRIGGER second_players_are_not_rated BEFORE INSERT ON rating_changes
WHEN EXISTS (SELECT 1 FROM bots WHERE bot_id IN (NEW.red_bot_id, NEW.blue_bot_id) AND second_of IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'a game of a bot against itself is not rated'); END;

-- The bots themselves: whatever lists, finds or counts bots reads these.
CREATE VIEW entries AS SELECT * FROM bots WHERE second_of IS NULL;
