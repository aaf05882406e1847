"""Enters with the roles that it is told, in their order. The first goes for the opposing flag, and all others stay at their base: what
it does depends on no role."""

from flagfall_bot import DecisionKind, Player, gogo, run


class FixedGogo(Player):
    def choose_action(self, game, kind, time):
        if kind is DecisionKind.CHALLENGE:
            return gogo.pass_()
        if kind is DecisionKind.BLOCK:
            return gogo.block(0)
        roles = [gogo.Role[name] for name in self.options.get("roles", "").split(",")]
        base = game.base(game.side)
        numbers = [number for number in game.numbers_to_enter() if number <= len(roles)]
        flag = game.flag(game.side.opponent)
        runs = [gogo.step_towards(player, flag, game.pace) for player in game.own.players if player.number == 1]
        return gogo.steps(runs, [gogo.entry(number, roles[number - 1], base) for number in numbers])


if __name__ == "__main__":
    run(FixedGogo)
