-- Which game has the players, and in a duplicate tournament the chance, of an earlier one: of the second game of a pair the
-- number of the first. NULL of games without partner, of the firsts, and of all that were stored before this.
ALTER TABLE games ADD COLUMN first_of_pair INTEGER CHECK (first_of_pair >= 1 AND first_of_pair < number);
CREATE UNIQUE INDEX games_by_first ON games (tournament_id, first_of_pair) WHERE first_of_pair IS NOT NULL;
