-- An entry that is tuned is more than two players: NAME#3, NAME#4 and so on have rows of their own, as NAME#2 has.
DROP INDEX bots_second_players;
CREATE INDEX bots_second_players ON bots (second_of) WHERE second_of IS NOT NULL;
