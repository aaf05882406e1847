-- Of matches that owners have started by themselves, the name of the owner: the field `challenger` of their specs.
ALTER TABLE tournaments ADD COLUMN challenger TEXT CHECK (challenger <> '');
CREATE INDEX tournaments_by_challenger ON tournaments (challenger, tournament_id) WHERE challenger IS NOT NULL;
-- Whether other owners may challenge the bot; NULL: as long as nobody has said so, those that were submitted may be.
ALTER TABLE bots ADD COLUMN takes_challenges INTEGER CHECK (takes_challenges IN (0, 1));
