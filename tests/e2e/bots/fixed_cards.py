"""Lays the cards dealt to it as its front line, but for the one at the last place, which its option `front` chooses out of two. It
attacks with the others alone, and plays that one last: what it does depends on which it is as late as can be."""

from flagfall_bot import DecisionKind, Player, cards, run


class FixedCards(Player):
    def choose_action(self, game, kind, time):
        if kind is DecisionKind.SET_UP:
            # Cards that may attack before those that may not, so that there is something to attack with.
            hand = sorted(game.own.hand.types, key=lambda card: (card in (11, 12), card))
            front, self.kept = (hand[:5], hand[5]) if self.options.get("front", "") == "first" else ([*hand[:4], hand[5]], hand[4])
            return cards.front_line(front)
        actions = sorted(game.legal_actions, key=self.rank)
        return actions[0]

    def rank(self, action):
        """Attacks come first, by their places; fillings without the card that is in the other world's front line before those with it."""
        attack, fill = action.cards.attack, action.cards.fill
        return (attack.place == 5, not action.cards.HasField("attack"), attack.place, attack.at,
                [(filling.type == self.kept, filling.type) for filling in fill.fillings])


if __name__ == "__main__":
    run(FixedCards)
