"""A bot to begin with: copy the folder, change the name in bot.json, and improve its random play."""

from flagfall_bot import GameState, Player, Ply, SetUp, TimeLeft, random_set_up, run


class MyPlayer(Player):
    def choose_set_up(self, game: GameState, time: TimeLeft) -> SetUp:
        return random_set_up(game, self.random)

    def choose_ply(self, game: GameState, time: TimeLeft) -> Ply:
        attacks = [ply for ply in game.legal_plies if game.at(ply.end)]
        return self.random.choice(attacks or game.legal_plies)


if __name__ == "__main__":
    run(MyPlayer)
