"""The stdio adapter's translation by itself, and its player with a real program behind it."""

import functools
import os
import pathlib
import sys
import tempfile
import threading
import time
import unittest
from unittest import mock

from flagfall.v1 import bot_service_pb2, game_pb2
from flagfall_bot import AttackResult, DecisionKind, GameState, Options, PieceType, Ply, Side, attack
from flagfall_bot.game_table import GameTable
from tell import PlayResponse, told_game, told_messages

sys.path.append(os.environ["STDIO_FOLDER"])
import child  # noqa: E402
import line_protocol  # noqa: E402
import stdio_adapter  # noqa: E402
from line_protocol import PlyHistory, Unreadable, read_ply, read_set_up, start_line, write_ply  # noqa: E402
from stdio_player import StdioPlayer  # noqa: E402

PATIENCE_S = 60
RED_ROWS = ["F8B39s7B5B", "1234567899", "9999998888", "BBB7776654"]
PLODDER = ["/usr/bin/python3", os.environ["STDIO_FOLDER"] + "/plodder.py"]


def started(side: Side, opponent: str = "x") -> bot_service_pb2.GameStarted:
    ruleset = game_pb2.Ruleset(id="classic")
    return bot_service_pb2.GameStarted(game_id="g1", side=side, opponent_name=opponent, ruleset=ruleset)


def board_of(*pieces: tuple[int, PieceType, Side], side: Side = Side.RED) -> GameState:
    """Opposing pieces have no type unless they are revealed, as all here are."""
    game = GameState(started(side))
    views = [game_pb2.PieceView(origin=square, owner=owner, square=square, type=piece, is_revealed=owner is not side)
             for square, piece, owner in pieces]
    game.apply([game_pb2.Event(pieces_placed=game_pb2.PiecesPlaced(pieces=views))])
    return game


class SetUps(unittest.TestCase):
    def test_red_begins_with_its_back_row_and_blue_with_its_front_row(self) -> None:
        red, blue = read_set_up(RED_ROWS, Side.RED), read_set_up(RED_ROWS, Side.BLUE)
        self.assertEqual((red[0], red[9], red[10], red[39]),
                         (PieceType.FLAG, PieceType.BOMB, PieceType.MARSHAL, PieceType.MAJOR))
        self.assertEqual({square + 60: piece for square, piece in red.items()}, blue)

    def test_every_letter(self) -> None:
        row = read_set_up(["123456789s"], Side.RED)
        self.assertEqual(list(row.values()), [PieceType(rank) for rank in range(10, 0, -1)])

    def test_what_is_no_row(self) -> None:
        for row in ("123456789", "123456789s1", "12345 789s", "123456789S", "123456789b", "123456789.", "123456789#",
                    ""):
            with self.subTest(row), self.assertRaises(Unreadable):
                read_set_up([row], Side.RED)

    def test_the_start_line_has_four_words(self) -> None:
        for name, word in {"sergeant": "sergeant", "a b\tc\n": "a_b_c_", "": "anonymous", "\x1b[31m": "_[31m"}.items():
            self.assertEqual(start_line(Side.BLUE, name), f"BLUE {word} 10 10")


class Plies(unittest.TestCase):
    ROWS = [("0 0 DOWN", 0, 10), ("9 9 UP", 99, 89), ("4 6 RIGHT", 64, 65), ("4 6 LEFT", 64, 63), ("0 0 RIGHT 9", 0, 9),
            ("0 9 UP 9", 90, 0), ("5 3 DOWN 4", 35, 75)]

    def test_are_read_and_written(self) -> None:
        for text, start, end in self.ROWS:
            self.assertEqual(read_ply(text), Ply(start, end), text)
            self.assertEqual(write_ply(Ply(start, end)), text)

    def test_one_step_may_be_written_out(self) -> None:
        self.assertEqual(read_ply(" 0  0 DOWN 1 "), Ply(0, 10))

    def test_what_is_no_ply(self) -> None:
        for text in ("", "0 0", "0 0 up", "0 0 DOWN 0", "0 0 DOWN x", "0 0 DOWN 1 1", "0 0 UP", "9 9 RIGHT",
                     "-1 0 DOWN", "10 0 DOWN", "0 0 DOWN 10", "4 4 LEFT 5", "a b DOWN", "0 0 DOWN -1", "٣ 3 DOWN", "NO_MOVE"):
            with self.subTest(text), self.assertRaises(Unreadable):
                read_ply(text)


class Boards(unittest.TestCase):
    def test_is_drawn_with_red_at_the_top_and_hides_what_is_known(self) -> None:
        for side in Side:
            game = board_of((0, PieceType.FLAG, side), (35, PieceType.SPY, side),
                            (99, PieceType.MARSHAL, side.opponent), side=side)
            empty, lakes = [".........."], ["..++..++.."]
            rows = ["F.........", *empty * 2, ".....s....", *lakes * 2, *empty * 3, ".........#"]
            self.assertEqual(line_protocol.board_rows(game), rows)

    def test_which_plies_R2_allows(self) -> None:
        game = board_of((10, PieceType.SCOUT, Side.RED), (20, PieceType.BOMB, Side.RED),
                        (41, PieceType.MINER, Side.RED), (19, PieceType.SPY, Side.BLUE),
                        (1, PieceType.SCOUT, Side.RED), (91, PieceType.FLAG, Side.BLUE))
        for text, obeys in [("0 1 RIGHT 8", True), ("0 1 RIGHT 9", True), ("0 1 UP", True), ("0 1 DOWN", False),
                            ("0 2 DOWN", False), ("1 4 RIGHT", False), ("1 4 LEFT", True), ("1 4 DOWN 2", False),
                            ("1 0 DOWN 3", True), ("1 0 DOWN 4", False), ("1 0 DOWN 9", False), ("9 1 LEFT", False),
                            ("5 5 UP", False)]:
            self.assertEqual(line_protocol.obeys_movement(game, read_ply(text)), obeys, text)


class Outcomes(unittest.TestCase):
    def test_of_whole_games_are_what_the_rules_and_the_views_say_R2_5(self) -> None:
        seen = set()
        for seed in range(1, 7):
            _, told = told_game("classic", seed)
            history = PlyHistory()
            for message, view in told:
                before = len(history.plies)
                history.follow(getattr(message, message.WhichOneof("message")).events)
                for made in history.plies[before:]:
                    outcome = history.outcome(made)
                    seen.add(outcome.split()[0])
                    self.check(made, outcome)
                on_board = {piece.square: piece.origin for piece in view.board.pieces if not piece.HasField("removal")}
                self.assertEqual(history._at, on_board)
        self.assertLessEqual({"OK", "KILLS", "DIES", "BOTHDIE"}, seen)

    def check(self, made: line_protocol.MadePly, outcome: str) -> None:
        if outcome in ("OK", "VICTORY_FLAG"):
            self.assertEqual(outcome == "OK", made.target is None)
            return
        word, attacker, defender = outcome.split()
        types = {letter: piece for piece, letter in line_protocol.LETTERS.items()}
        words = {AttackResult.ATTACKER_WINS: "KILLS", AttackResult.DEFENDER_WINS: "DIES",
                 AttackResult.BOTH_REMOVED: "BOTHDIE"}
        self.assertEqual(words[attack(types[attacker], types[defender])], word)

    def test_a_flag_captured(self) -> None:
        history = PlyHistory()
        views = [game_pb2.PieceView(origin=0, owner=Side.RED, square=0, type=PieceType.MINER),
                 game_pb2.PieceView(origin=10, owner=Side.BLUE, square=10)]
        history.follow([game_pb2.Event(pieces_placed=game_pb2.PiecesPlaced(pieces=views)),
                       game_pb2.Event(ply_made=game_pb2.PlyMade(**{"number": 1, "from": 0, "to": 10})),
                       game_pb2.Event(piece_revealed=game_pb2.PieceRevealed(origin=10, type=PieceType.FLAG)),
                       game_pb2.Event(piece_removed=game_pb2.PieceRemoved(origin=10))])
        self.assertEqual(history.outcome(history.plies[0]), "VICTORY_FLAG")


def is_open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


def is_alive(pid: str) -> bool:
    try:
        return pathlib.Path("/proc", pid, "stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


class ChildTest(unittest.TestCase):
    def tearDown(self) -> None:
        child.kill_all()

    def program(self, script: str) -> child.Child:
        return child.Child(["/bin/sh", "-c", script])

    def test_who_ignores_all_words_is_killed_with_its_group(self) -> None:
        stubborn = self.program("trap '' TERM HUP; (while :; do sleep 1; done) & echo $$ $!; wait")
        pids = stubborn.read_line().split()
        self.assertTrue(all(map(is_alive, pids)))
        stubborn.quit("QUIT")
        deadline = time.monotonic() + PATIENCE_S
        while any(map(is_alive, pids)):
            self.assertLess(time.monotonic(), deadline, f"never: {pids} gone")
            time.sleep(0.005)

    def test_who_does_not_read_keeps_nobody_waiting(self) -> None:
        deaf = self.program("exec sleep 1000")
        with self.assertRaisesRegex(child.ChildGone, "does not read what it is sent"):
            for _ in range(10_000):
                deaf.write("." * 100)

    def test_a_line_is_as_long_as_is_let_pass(self) -> None:
        talker = self.program("printf '%01000d\\n%01001d\\n' 0 0; exec sleep 1000")
        self.assertEqual(talker.read_line(), "0" * child.LINE_BYTES_MAX)
        with self.assertRaisesRegex(Unreadable, "a line has at most 1000 bytes, this one begins '000"):
            talker.read_line()

    def test_a_wait_is_ended_from_elsewhere(self) -> None:
        silent = self.program("exec sleep 1000")
        threading.Timer(0.01, silent.wake).start()
        with self.assertRaisesRegex(child.ChildGone, "is not needed any more"):
            silent.read_line()

    def test_a_program_that_is_gone_leaves_the_descriptors_of_others_alone(self) -> None:
        gone = self.program("exit 0")
        with self.assertRaisesRegex(child.ChildGone, "ended with exit code 0"):
            gone.read_line()
        wake = gone._wake
        gone.quit("QUIT")
        self.await_that(lambda: not is_open(wake), "the descriptors are closed")
        others = [os.eventfd(0, os.EFD_NONBLOCK) for _ in range(8)]
        self.assertIn(wake, others)
        gone.wake()
        gone.quit("QUIT")
        for other in others:
            with self.assertRaises(BlockingIOError):
                os.eventfd_read(other)
            os.close(other)

    def await_that(self, holds, what: str) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while not holds():
            self.assertLess(time.monotonic(), deadline, f"never: {what}")
            time.sleep(0.005)


class StartTest(unittest.TestCase):
    """A program that cannot be started, or says nothing: what `bot add` and the log say of it."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "oldbot"

    def refusal_of(self, content: bytes) -> str:
        self.path.write_bytes(content)
        self.path.chmod(0o755)
        with self.assertRaises(ValueError) as refusal:
            stdio_adapter.check_set_up([str(self.path)], Side.RED)
        return str(refusal.exception)

    def test_an_interpreter_that_is_missing_is_named(self) -> None:
        self.assertIn(f"{self.path} cannot be started: its first line asks for /usr/bin/nopython, which is not here",
                      self.refusal_of(b"#!/usr/bin/nopython -u\nprint()\n"))
        self.assertIn("ended with exit code 127 (a program that it runs is not here",
                      self.refusal_of(b"#!/usr/bin/env nopython\nprint()\n"))

    def test_ends_of_line_of_windows_and_no_interpreter_at_all(self) -> None:
        self.assertIn("ends as lines do on Windows", self.refusal_of(b"#!/bin/sh\r\necho\r\n"))
        self.assertRegex(self.refusal_of(b"print()\n"), "Exec format error.* .is it a program for this machine, or a script")

    def test_a_file_that_may_not_be_run(self) -> None:
        self.path.write_bytes(b"#!/bin/sh\n")
        with self.assertRaisesRegex(ValueError, f"may not be run; chmod \\+x {self.path}"):
            stdio_adapter.check_command([str(self.path)])

    def test_who_is_silent_is_asked_whether_it_flushes(self) -> None:
        with mock.patch.object(stdio_adapter, "CHECK_SECONDS", 0.02):
            for _ in range(20):
                self.assertRegex(self.refusal_of(b"#!/bin/sh\nexec sleep 1000\n"),
                                 r"gave no set-up within 0.02 s. Does it flush what it prints\?.*python3 -u")


class StdioPlayerTest(unittest.TestCase):
    def tearDown(self) -> None:
        child.kill_all()

    def table(self, command: list[str] = PLODDER) -> GameTable:
        return GameTable(functools.partial(StdioPlayer, command=command), Options())

    def test_what_is_asked_twice_is_answered_once(self) -> None:
        """After a break of the stream the referee asks anew, and tells all from the beginning."""
        table, begin = self.table(), PlayResponse(game_started=started(Side.RED))
        table.on(begin)
        asked = bot_service_pb2.DecisionRequired(game_id="g1", decision=1, kind=DecisionKind.SET_UP)
        (first,) = table.on(PlayResponse(decision_required=asked))
        again = bot_service_pb2.GameResumed(game_started=begin.game_started, decision_required=asked)
        self.assertEqual(table.on(PlayResponse(game_resumed=again)), [first])

    def test_the_opponent_is_called_as_an_option_says(self) -> None:
        asked = bot_service_pb2.DecisionRequired(game_id="g1", decision=1, kind=DecisionKind.SET_UP)
        echo = ["/bin/sh", "-c", "read line; for row in 1 2 3 4; do echo \"$line\"; done; exec sleep 1000"]
        for options, called in (("{}", "marshal"), ('{"opponent_name": "bots/other bot"}', "bots/other_bot")):
            table = GameTable(functools.partial(StdioPlayer, command=echo), Options(options))
            table.on(PlayResponse(game_started=started(Side.RED, "marshal")))
            with self.assertLogs("stdio_player", "WARNING") as logged:
                table.on(PlayResponse(decision_required=asked))
            self.assertIn(f"'RED {called} 10 10'", logged.output[0])

    def test_a_program_that_goes_on_with_another_board_is_told_so(self) -> None:
        """It asks for a ply that is barred, and then moves the piece on from where it thinks that it stands."""
        plies = "read line; for row in 1 2 3 4; do echo F8B39s7B5B; done; " + "".join(
            f"for line in 1 2 3 4 5 6 7 8 9 10 11; do read line; done; echo {ply}; read line; "
            for ply in ("3 3 RIGHT", "4 3 RIGHT"))
        player = StdioPlayer(started(Side.RED), Options(), ["/bin/sh", "-c", plies + "exec sleep 1000"])
        game = board_of((33, PieceType.SCOUT, Side.RED))
        player._ask_set_up(game)
        game.ask(DecisionKind.PLY, [game_pb2.Action(ply=read_ply("3 3 LEFT").message())])
        with self.assertLogs("stdio_player", "INFO"):
            self.assertEqual(player._ask_ply(game).action, read_ply("3 3 LEFT"))
        player._child.write("3 3 LEFT OK")
        with self.assertLogs("stdio_player", "WARNING") as logged:
            move = player._ask_ply(board_of((32, PieceType.SCOUT, Side.RED)))
        self.assertEqual(move.action, read_ply("4 3 RIGHT"))
        for told in (move.comment, logged.output[0]):
            self.assertIn("4 3 RIGHT fits no piece of its own; 1 of its plies were barred and replaced", told)
            self.assertIn("on_barred=stand", told)

    def test_a_ply_that_no_piece_can_make_is_in_the_log(self) -> None:
        ply = ("read line; for row in 1 2 3 4; do echo F8B39s7B5B; done; "
               "for line in 1 2 3 4 5 6 7 8 9 10 11; do read line; done; echo 5 5 UP; exec sleep 1000")
        player = StdioPlayer(started(Side.RED), Options(), ["/bin/sh", "-c", ply])
        game = board_of((33, PieceType.SCOUT, Side.RED))
        player._ask_set_up(game)
        with self.assertLogs("stdio_player", "WARNING") as logged:
            self.assertEqual(player._ask_ply(game), read_ply("5 5 UP"))
        self.assertIn("5 5 UP is no ply of its own pieces by R2", logged.output[0])

    def nearest_to(self, wanted: str, *legal: str) -> set[str]:
        """What may be played instead, with chance from many seeds."""
        found = set()
        for seed in range(1, 30):
            player = StdioPlayer(started(Side.RED), Options(f'{{"seed": {seed}}}'), ["/bin/true"])
            game = board_of((33, PieceType.SCOUT, Side.RED), (30, PieceType.MINER, Side.RED))
            game.ask(DecisionKind.PLY, [game_pb2.Action(ply=read_ply(ply).message()) for ply in legal])
            found.add(write_ply(player._nearest(game, read_ply(wanted))))
        return found

    def test_instead_of_a_barred_ply_the_same_piece_goes_as_near_as_it_may_R3_3(self) -> None:
        others = ("0 3 DOWN", "0 3 RIGHT")
        self.assertEqual(self.nearest_to("3 3 RIGHT 4", "3 3 RIGHT", "3 3 RIGHT 3", "3 3 LEFT", *others), {"3 3 RIGHT 3"})
        self.assertEqual(self.nearest_to("3 3 RIGHT", "3 3 LEFT", "3 3 UP", "3 3 UP 2", *others), {"3 3 LEFT", "3 3 UP"})

    def test_and_where_it_may_not_go_at_all_any_other(self) -> None:
        self.assertEqual(self.nearest_to("3 3 RIGHT 4", "0 3 DOWN", "0 3 RIGHT"), {"0 3 DOWN", "0 3 RIGHT"})

    def test_a_game_in_its_middle_is_not_taken_up_by_a_new_program(self) -> None:
        messages = told_messages("classic", 3)
        index = next(i for i, message in enumerate(messages) if message.decision_required.kind == DecisionKind.PLY)
        resumed = bot_service_pb2.GameResumed(game_started=messages[0].game_started,
                                              decision_required=messages[index].decision_required)
        with self.assertLogs("stdio_player", "ERROR") as logged:
            (answer,) = self.table().on(PlayResponse(game_resumed=resumed))
        self.assertTrue(answer.HasField("resign"))
        self.assertIn("started anew in the middle", logged.output[0])

    def test_another_army_or_zone_than_that_of_classic_is_given_up_R1_6(self) -> None:
        for name, value in {"army": "1-0-1-0-0-0-0-0-0-0-0-0", "zone_rows": "3"}.items():
            with self.subTest(option=name), self.assertLogs("stdio_player", "ERROR") as logged:
                table, start = self.table(), started(Side.RED)
                start.ruleset.options.add(name=name, value=value)
                table.on(PlayResponse(game_started=start))
                asked = bot_service_pb2.DecisionRequired(game_id="g1", decision=1, kind=DecisionKind.SET_UP)
                (answer,) = table.on(PlayResponse(decision_required=asked))
                self.assertTrue(answer.HasField("resign"))
                self.assertIn("the army and the zone of `classic` alone", logged.output[0])

    def test_a_program_that_is_not_there_resigns(self) -> None:
        with self.assertLogs("stdio_player", "ERROR") as logged:
            table = self.table(["/nowhere/oldbot"])
            table.on(PlayResponse(game_started=started(Side.BLUE)))
        self.assertIn("cannot be started", logged.output[0])
        asked = bot_service_pb2.DecisionRequired(game_id="g1", decision=1, kind=DecisionKind.SET_UP)
        (answer,) = table.on(PlayResponse(decision_required=asked))
        self.assertTrue(answer.HasField("resign"))


if __name__ == "__main__":
    unittest.main()
