"""Bots that do everything wrong lose their own games, with the right reason, and harm nobody else's."""

import unittest

from arena import SAMPLE_BOTS, ArenaTest, winner

REASON = "REASON_"
GOOD = "sergeant"
# Room for the good bot on a machine with other work, and less where the bad bot's time has to run out.
ROOM = "60+1 setup=60"
RUNS_OUT = "3+0.1 setup=5"


class BadBots(ArenaTest):
    def play(self, bad, *flags, tc=ROOM):
        """One game against a good bot; returns it. Neither's Flag stands where a Scout could take it in a few plies."""
        self.add_sample(GOOD)
        self.error = self.flagfall("match", bad, GOOD, "--ruleset", "classic", "--games", 1, "--tc", tc, "--startup-time", 10,
                                   *flags).stderr
        game, = self.games()
        self.assert_sound()
        self.wait_until_nobody_is_left()
        return game

    def assert_loses(self, behaviour, reason, *flags, tc=ROOM):
        self.add_bad(behaviour)
        game = self.play(behaviour, *flags, tc=tc)
        self.assertEqual((winner(game), game["outcome"]["reason"]), (GOOD, REASON + reason), game["outcome"])
        return game

    def test_exits_at_once(self):
        game = self.assert_loses("exits", "FORFEIT_NO_SHOW")
        self.assertIn("its process exited with code 4", game["outcome"]["detail"])
        self.assertIn("exits begins", self.log(1, "exits"))
        bot, = self.json("bot", "show", "exits")
        self.assertEqual((bot["faults"], bot["state"]), (1, "STATE_READY"))

    def test_what_it_says_cannot_reach_the_terminal(self):
        self.add_bad("plays")
        game = self.play("plays")
        side, other, ply = ("red", "blue", 1) if game["red"] == "plays" else ("blue", "red", 2)
        comments = {entry["acted"]["comment"] for entry in self.record("1-1")["entries"]
                    if entry.get("acted", {}).get("comment")}
        self.assertEqual(comments, {"\x1b[31mred\x07"})
        shown = "".join(self.flagfall("game", "show", "1-1", "--ply", ply).stdout for ply in (1, 2))
        self.assertIn(f"comment of {side}: \\x1b[31mred\\x07", shown)
        self.assertNotIn("\x1b", shown)
        # A comment is its player's own.
        for view, is_shown in (("all", True), (side, True), (other, False), ("spectator", False)):
            shown = self.flagfall("game", "show", "1-1", "--ply", ply, "--view", view).stdout
            self.assertEqual("comment of" in shown, is_shown, view)
        text = self.flagfall("game", "export", "1-1").stdout
        self.assertRegex(text, r"^# Game 1-1, 20\d\d-\d\d-\d\dT[\d:]+Z\n# Red: \w+ .*\n# Blue: \w+ .*\n# Result: ")
        self.assertRegex(text, rf"\n{ply} [a-j\d]+-[a-j\d]+ # {side}: \[31mred\n")
        self.assertNotIn("\x1b", text)

    def test_wrong_token(self):
        self.assert_loses("wrong_token", "FORFEIT_NO_SHOW")

    def test_wrong_version(self):
        self.assert_loses("wrong_version", "FORFEIT_NO_SHOW")
        self.assertIn("999", self.error)

    def test_oversized_message(self):
        self.assert_loses("oversized", "DISCONNECTED")

    def test_undecodable_message(self):
        self.assert_loses("undecodable", "DISCONNECTED")

    def test_action_of_the_wrong_kind(self):
        game = self.assert_loses("wrong_kind", "ILLEGAL_ACTION")
        self.assertEqual(game["plies"], 0)

    def test_illegal_set_up(self):
        game = self.assert_loses("illegal_set_up", "ILLEGAL_ACTION")
        self.assertIn("R1.", game["outcome"]["detail"])

    def test_illegal_ply(self):
        game = self.assert_loses("illegal_ply", "ILLEGAL_ACTION")
        self.assertIn("R2.", game["outcome"]["detail"])

    def test_illegal_plies_forgiven_a_few_times(self):
        self.assert_loses("illegal_ply", "ILLEGAL_ACTION", "--illegal-retries", 3)
        acted = [entry for entry in self.record("1-1")["entries"]
                 if "ply" in entry.get("acted", {}).get("action", {}) and entry["acted"]["action"]["ply"].get("to") == 99]
        self.assertEqual(len(acted), 4)

    def test_silent(self):
        self.assert_loses("silent", "OUT_OF_TIME", tc=RUNS_OUT)

    def test_flood(self):
        self.add_bad("flood")
        game = self.play("flood", tc=RUNS_OUT)
        self.assertEqual(winner(game), GOOD, game["outcome"])
        # Which of them comes first is up to the machine.
        self.assertIn(game["outcome"]["reason"], ("REASON_DISCONNECTED", "REASON_OUT_OF_TIME"))
        log = self.log(1, "flood")
        self.assertIn("bytes of output dropped]", log)
        self.assertLess(len(log), 300_000)

    def test_a_flood_as_fast_as_is_let_pass_moves_no_deadline(self):
        self.assert_loses("drip", "OUT_OF_TIME", tc=RUNS_OUT)

    def test_crash(self):
        self.add_bad("crash")
        game = self.play("crash")
        self.assertIn(game["plies"], (16, 17), "ten decisions, the first of them the set-up")
        self.assertEqual((winner(game), game["outcome"]["reason"]), (GOOD, "REASON_DISCONNECTED"))

    def test_a_program_that_is_gone(self):
        folder = self.write_bot("gone", command=["./gone.sh"])
        (folder / "gone.sh").write_text("#!/bin/sh\n")
        (folder / "gone.sh").chmod(0o755)
        self.flagfall("bot", "add", folder)
        (folder / "gone.sh").unlink()
        self.add_sample("random")
        done = self.flagfall("match", "gone", "random", "--ruleset", "barrage", "--games", 4)
        self.assertEqual({(winner(game), game["outcome"]["reason"]) for game in self.games()},
                         {("random", "REASON_FORFEIT_NO_SHOW")})
        self.assertIn("gone is suspended after 3 faults; its remaining games are forfeited", done.stderr)
        self.assertIn("suspended: its process cannot run", self.flagfall("bot", "list").stdout)
        error = self.refused("match", "gone", "random", "--ruleset", "barrage", saying="bot gone is suspended")
        self.assertIn(f"flagfall bot add {folder}", error)
        # It is mended, and added again.
        (folder / "gone.sh").write_text("#!/bin/sh\nexit 1\n")
        (folder / "gone.sh").chmod(0o755)
        self.assertIn("Updated gone", self.flagfall("bot", "add", folder).stdout)
        bot, = self.json("bot", "show", "gone")
        self.assertEqual((bot["faults"], bot["state"]), (0, "STATE_READY"))
        self.assert_sound()

    def test_two_that_do_not_come(self):
        self.add_bad("exits", "wrong_token")
        self.flagfall("match", "exits", "wrong_token", "--ruleset", "barrage", "--games", 2, "--startup-time", 10)
        games = self.games()
        self.assertEqual({game["outcome"]["reason"] for game in games}, {"REASON_FORFEIT_NO_SHOW"})
        # Void while neither had been suspended, and so played again.
        self.assertGreater(max(game["attempt"] for game in games), 1)
        self.assertIn("STATE_SUSPENDED", {bot["state"] for bot in self.json("bot", "list")})
        self.assert_sound()


class NoHello(ArenaTest):
    """Apart, since each waits for seconds until a bot is given up."""

    def assert_given_up(self, behaviour, because):
        self.add_bad(behaviour)
        self.add_sample("random")
        done = self.flagfall("match", behaviour, "random", "--ruleset", "barrage", "--games", 1, "--faults-max", 1,
                             "--startup-time", 10)
        game, = self.games()
        self.assertEqual((winner(game), game["outcome"]["reason"]), ("random", "REASON_FORFEIT_NO_SHOW"))
        self.assertIn(because, done.stderr)
        bot, = self.json("bot", "show", behaviour)
        self.assertEqual(bot["state"], "STATE_SUSPENDED")
        self.assertIn(because, bot["suspended_reason"])

    def test_connects_and_says_nothing(self):
        self.assert_given_up("no_hello", "its process exited with code 1")

    def test_never_connects(self):
        self.assert_given_up("sleeps", "it did not say hello in time")

    def test_one_that_has_much_to_load_is_waited_for(self):
        loads = f"sleep 12; cd {SAMPLE_BOTS}/random && exec ./random"
        self.flagfall("bot", "add", self.write_bot("loads", command=["/bin/sh", "-c", loads], rulesets=["barrage"]))
        self.add_sample("random")
        self.flagfall("match", "loads", "random", "--ruleset", "barrage", "--games", 1, "--faults-max", 1)
        game, = self.games()
        self.assertNotEqual(game["outcome"]["reason"], "REASON_FORFEIT_NO_SHOW")
        self.refused("match", "loads", "random", "--ruleset", "barrage", "--startup-time", 0, code=2,
                     saying="'0' is no number of seconds from 1 to 3600")


if __name__ == "__main__":
    unittest.main()
