"""Messages that are false or repeated, come too early or too late, or are too many or none."""

import itertools
import os
import threading
import time

import grpc

from client import TOKEN, Bot, Stream, attempt, bot, hello, on_the_side, own_channel, service
from flagfall.v1 import game_pb2 as game
from verdicts import ILLEGAL, PLAYS, TOO_LATE, Verdict, dies, register, stays_away

# A flood ends its stream, or its clock runs out first when the next game is about to begin.
FLOODED = Verdict(("DISCONNECTED", "OUT_OF_TIME", "FORFEIT_NO_SHOW"), loses=True, fault="its process")
NEVER = 4_000_000_000


class AtFirstPly(Bot):
    """Does something else in place of its first ply."""

    def on_decision(self, required):
        if required.decision == 1:
            super().on_decision(required)
        else:
            self.at_ply(required)

    def at_ply(self, required):
        raise NotImplementedError


def instead_of_a_ply(verdict, make):
    """Registers programs that write the bytes `make` gives for the bot and the decision."""
    class Writes(AtFirstPly):
        def at_ply(self, required):
            self.stream.write(make(self, required))
    register(make.__name__, lambda: Writes().run(), verdict)


def message_of(required, **fields):
    return service.PlayRequest(act=service.Act(game_id=required.game_id, decision=required.decision, **fields))


def nested(levels):
    inner = b""
    for _ in range(levels):
        # An unknown field, as a group within a group.
        inner = b"\xfb\x01" + inner + b"\xfc\x01"
    return inner


def oversized_message(bot, required): return message_of(required, comment="x" * 70_000).SerializeToString()
def undecodable_message(bot, required): return b"\xff" * 40
def empty_message(bot, required): return b""
def unknown_message(bot, required): return b"\xfa\x3e\x04abcd"
def message_nested_deeply(bot, required): return nested(10_000)
def second_hello(bot, required): return hello()
def comment_that_is_no_text(bot, required):
    return message_of(required, action=bot.action(required), comment="?" * 40).SerializeToString().replace(
        b"?" * 40, b"\xc3\x28" * 20)
def action_of_nothing(bot, required): return message_of(required).SerializeToString()
def action_off_the_board(bot, required):
    ply = game.Ply(**{"from": 2**32 - 1, "to": 2**31})
    return message_of(required, action=game.Action(ply=ply)).SerializeToString()
def action_too_large(bot, required):
    placements = [game.Placement(square=99, type=1)] * 10_000
    return message_of(required, action=game.Action(set_up=game.SetUp(placements=placements))).SerializeToString()
def action_of_another_kind(bot, required):
    return message_of(required, action=game.Action(set_up=game.SetUp())).SerializeToString()


for broken in (oversized_message, undecodable_message, empty_message, unknown_message, message_nested_deeply,
               second_hello, comment_that_is_no_text):
    instead_of_a_ply(dies(), broken)
for illegal in (action_of_nothing, action_off_the_board, action_too_large, action_of_another_kind):
    instead_of_a_ply(ILLEGAL, illegal)


# ---- Too many.


class Floods(AtFirstPly):
    PAUSE_S = 0.0

    def at_ply(self, required):
        if self.games == 1 or self.PAUSE_S == 0:
            on_the_side(lambda: self.flood(required))

    def flood(self, required):
        while True:
            # Messages that the library has not sent yet would only use our own memory.
            if self.stream.outbox.qsize() < 1000:
                self.one(required)
            if self.PAUSE_S:
                time.sleep(self.PAUSE_S)

    def one(self, required):
        raise NotImplementedError


@bot({"strict": FLOODED, "none": FLOODED})
class EndlessMessages(Floods):
    def one(self, required):
        self.send(act=service.Act(game_id=required.game_id, decision=NEVER, comment="x" * 1000))


@bot(FLOODED)
class EndlessPings(Floods):
    def one(self, required):
        self.send(ping=service.Ping(nonce=1))


@bot(FLOODED)
class EndlessPongs(Floods):
    def one(self, required):
        self.send(pong=service.Pong(nonce=1))


@bot(TOO_LATE)
class MessagesAsManyAsAreLetPass(Floods):
    PAUSE_S = 0.03

    def one(self, required):
        self.send(act=service.Act(game_id=required.game_id, decision=NEVER))


# ---- Actions for decisions that are not open.


@bot()
class ActsForOtherGames(Bot):
    """If one of them had an effect, a game of two good bots would end by resignation."""

    def play(self, required, **more):
        # Not more than the limit allows.
        if required.decision <= 4:
            for other in {f"1-{number}" for number in range(1, 7)} - {required.game_id}:
                self.send(resign=service.Resign(game_id=other))
                self.send(accept_draw=service.AcceptDraw(game_id=other))
                self.send(act=self.act(required, game_id=other))
            for other in ("", "1", "1-1000000", "../../etc/passwd", "x" * 10_000):
                self.send(offer_draw=service.OfferDraw(game_id=other))
        super().play(required, **more)


@bot()
class ActsForOtherDecisions(Bot):
    def play(self, required, **more):
        for decision in (0, required.decision - 1, required.decision + 1, 2**32 - 1):
            self.send(act=self.act(required, decision=decision))
        time.sleep(0.05)
        super().play(required, **more)


@bot()
class ActsTwice(Bot):
    def play(self, required, **more):
        act = self.act(required)
        for _ in range(3):
            self.send(act=act)
        time.sleep(0.02)


@bot({"strict": PLAYS, "none": PLAYS})
class ActsAfterTheEnd(Bot):
    def on_over(self, over):
        for decision in range(1, 30):
            self.send(act=service.Act(game_id=over.game_id, decision=decision))
        self.send(resign=service.Resign(game_id=over.game_id))
        self.send(accept_draw=service.AcceptDraw(game_id=over.game_id))


@bot()
class DrawsWithoutEnd(Bot):
    """If an offer counted as an agreement, the game would be a draw."""

    def play(self, required, **more):
        self.send(accept_draw=service.AcceptDraw(game_id=required.game_id))
        for _ in range(3):
            self.send(offer_draw=service.OfferDraw(game_id=required.game_id))
        self.send(accept_draw=service.AcceptDraw(game_id=required.game_id))
        time.sleep(0.05)
        super().play(required, **more)


@bot()
class HugeComments(Bot):
    def play(self, required, **more):
        super().play(required, comment="\x1b[2J\x07'\"<script>\0" * 3000)


# ---- Streams.


@bot(dies())
class HalfClosedStream(AtFirstPly):
    def at_ply(self, required):
        self.stream.write(None)


class DialsAgain(Bot):
    """Its games go on by the new stream, and the old one is ended."""

    BEFORE: range

    def __init__(self):
        super().__init__()
        self.seen = set()

    def on_decision(self, required):
        at = required.game_id, required.decision
        if required.decision in self.BEFORE and at not in self.seen:
            self.seen.add(at)
            self.dial()
        else:
            super().on_decision(required)


@bot({"strict": PLAYS, "none": PLAYS})
class SecondStream(DialsAgain):
    BEFORE = range(4, 5)


@bot()
class StreamsInTurn(DialsAgain):
    # Fewer in four games than the hellos that a bot may send without waiting (limits::kHelloBurst).
    BEFORE = range(2, 5)


@attempt()
def many_streams():
    """Holds silent streams of one connection open while it plays by another."""
    held = own_channel()
    globals()["kept"] = [Stream(channel=held) for _ in range(100)]


@attempt()
def metadata_bomb():
    for metadata in ([("x", "y" * 100_000)], [(f"x{i}", "y") for i in range(2000)]):
        with_bomb = Stream(metadata=metadata)
        with_bomb.write(hello())
        try:
            for response in with_bomb:
                if response.HasField("welcome"):
                    return "welcomed with " + str(len(metadata)) + " fields of metadata"
        except grpc.RpcError:
            pass
        with_bomb.channel.close()
    return None


# ---- Tokens.


def tokens_of_others():
    for entry in os.listdir("/proc"):
        try:
            with open(f"/proc/{entry}/environ", "rb") as file:
                for field in file.read().split(b"\0"):
                    name, _, value = field.decode(errors="replace").partition("=")
                    if name == "FLAGFALL_TOKEN" and value != TOKEN:
                        yield value
        except OSError:
            continue


@attempt({"strict": PLAYS, "none": PLAYS})
def anothers_token():
    """Tries them at its own socket. In a sandbox it sees none and invents some."""
    made_up = ["", "0" * 64, TOKEN[:-1], TOKEN + "0", TOKEN.swapcase() + " ", "random"]
    # Other arenas on this machine may have many.
    for token in [*itertools.islice(tokens_of_others(), 8), *made_up]:
        stream = Stream(token=token)
        stream.write(hello())
        try:
            for response in stream:
                if response.HasField("welcome"):
                    return f"welcomed with the token {token}"
        except (grpc.RpcError, ValueError):
            pass
        stream.channel.close()
    return None


# ---- Hello.


def says(name, verdict, **fields):
    kind = type(name, (Bot,), {"HELLO": fields})
    register(name, lambda: kind().run(), verdict)


REFUSED = stays_away("its process exited with code 1")
says("hello_of_another_version", REFUSED, protocol_version=999)
says("hello_for_no_games", REFUSED, concurrent_games_max=0)
says("hello_for_too_many_games", REFUSED, concurrent_games_max=2**32 - 1)
says("hello_without_rulesets", REFUSED, rulesets=[])
says("hello_with_a_thousand_rulesets", REFUSED, rulesets=["barrage"] * 1000)
says("hello_with_a_huge_name", REFUSED, bot_name="x" * 60_000)
says("hello_for_another_ruleset", stays_away("its hello does not list the ruleset barrage"), rulesets=["classic"])
# The token says who the bot is, so other names in hello have no effect.
says("hello_in_anothers_name", PLAYS, bot_name="random")


@bot(REFUSED)
class HelloNever(Bot):
    def dial(self):
        self.stream = Stream()


@bot(REFUSED)
class WrongToken(Bot):
    def dial(self):
        self.stream = Stream(token="0" * 64)
        self.stream.write(hello())


@bot(stays_away("it did not say hello in time"))
class ConnectsNever(Bot):
    def dial(self):
        threading.Event().wait()


@bot(Verdict(("FORFEIT_NO_SHOW",), loses=True, fault="its process", is_suspended=True))
class ActsBeforeHello(Bot):
    def dial(self):
        self.stream = Stream()
        self.send(act=service.Act(game_id="1-1", decision=1))


