"""When the server is killed. Times are seconds."""

AT_ANY_TIME = "at any time"
IN_ITS_FIRST_SECOND = "in a tournament's first second"
AT_ITS_END = "at a tournament's end"
MOMENTS = [AT_ANY_TIME, IN_ITS_FIRST_SECOND, AT_ITS_END]


class Kills:
    """Kills are `every_s` seconds apart, plus or minus half of that. Some wait for a particular moment."""

    def __init__(self, every_s, chance):
        self.every_s, self.chance = every_s, chance
        self.made = chance.randrange(len(MOMENTS))
        self.plan(0)

    def plan(self, now):
        self.due = now + self.every_s * self.chance.uniform(0.5, 1.5)
        self.moment = MOMENTS[self.made % len(MOMENTS)]
        self.made += 1
        # Seconds after a tournament's begin, and games before its end; below 0 once the ledger has the end.
        self.delay_s = self.chance.random()
        self.games_left = self.chance.randrange(-1, 3)

    def is_now(self, now, began, finished, games_left):
        """Takes when a tournament has begun and when one has finished last, and how many games the current one still has."""
        if now < self.due:
            return False
        if now > self.due + 2 * self.every_s:
            # The moment will not come.
            self.moment = AT_ANY_TIME
        if self.moment == IN_ITS_FIRST_SECOND:
            return began > self.due and now >= began + self.delay_s
        if self.moment == AT_ITS_END:
            return finished > self.due or games_left <= self.games_left
        return True
