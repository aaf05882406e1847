"""Calls `flagfall serve` by Python's gRPC. Prints a line for each case: its name, and `ok` or `FAIL` with the reason.

Messages are written by hand: what is tried here is the transport.
"""

import os
import queue
import threading

import grpc

PATIENCE_S = 30
ADDRESS = os.environ["INTEROP_ADDRESS"]
HOST = [("authorization", f"Bearer {os.environ['INTEROP_TOKEN']}")]
BOT = [("authorization", f"Bearer {os.environ['INTEROP_BOT_TOKEN']}")]
PIECE_BYTES = 32 * 1024
SERVING = b"\x08\x01"


def varint(number):
    bytes_ = b""
    while number > 127:
        bytes_ += bytes([number % 128 + 128])
        number //= 128
    return bytes_ + bytes([number])


def field(number, value):
    """A number, or text or bytes with their length, as protobuf writes them."""
    if isinstance(value, int):
        return varint(number * 8) + varint(value)
    value = value.encode() if isinstance(value, str) else value
    return varint(number * 8 + 2) + varint(len(value)) + value


def text_in(message):
    """The first field of a message, which is a long text."""
    at, length, shift = 1, 0, 0
    while True:
        byte = message[at]
        length |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return message[at:at + length]


# The answers of client_streaming.
submitted = []

HELLO = field(1, field(1, 1) + field(2, "python") + field(4, "barrage") + field(5, 1))


def dial(address=ADDRESS, **options):
    if address.startswith("tls:"):
        with open(os.environ["INTEROP_CA"], "rb") as ca:
            credentials = grpc.ssl_channel_credentials(ca.read())
        return grpc.secure_channel(address.removeprefix("tls:"), credentials, **options)
    return grpc.insecure_channel(address, **options)


CHANNEL = dial()


def same(found, expected, what):
    if found != expected:
        raise AssertionError(f"{what}: {found!r}, not {expected!r}")


def unary(path, message=b"", channel=CHANNEL, **options):
    return channel.unary_unary(path)(message, timeout=PATIENCE_S, **options)


def check(service="", **options):
    return unary("/grpc.health.v1.Health/Check", field(1, service) if service else b"", **options)


def status_of(call):
    """The code and the message with which the call fails."""
    try:
        call()
    except grpc.RpcError as error:
        return error.code(), error.details()
    return grpc.StatusCode.OK, ""


def upload(pieces):
    yield field(1, field(2, pieces * PIECE_BYTES))
    for _ in range(pieces):
        yield field(2, b"x" * PIECE_BYTES)


def submit(metadata=None, pieces=10):
    call = CHANNEL.stream_unary("/flagfall.v1.ArenaService/SubmitBot")
    return call(upload(pieces), metadata=metadata, timeout=PATIENCE_S)


def play(messages, **options):
    return CHANNEL.stream_stream("/flagfall.v1.BotService/Play")(messages, metadata=BOT, **options)


def endless(first=b""):
    """What a caller says who does not hang up."""
    if first:
        yield first
    threading.Event().wait(PATIENCE_S)


def empty_unary():
    same(check(), SERVING, "answer")


def large_unary():
    request = field(1, os.environ["INTEROP_LOG_BOT"]) + field(2, 1)
    log = text_in(unary("/flagfall.v1.ArenaService/GetBotLog", request, metadata=HOST))
    same(log, b"x" * int(os.environ["INTEROP_LOG_BYTES"]), "log")


def request_too_large():
    code, message = status_of(lambda: check("x" * 65536))
    same(code, grpc.StatusCode.RESOURCE_EXHAUSTED, message)


def client_streaming():
    submitted.append(submit(HOST))
    same(submitted[-1][:1], b"\x08", "submission's id")


def server_streaming():
    request = field(1, submitted[-1][1])
    watch = CHANNEL.unary_stream("/flagfall.v1.ArenaService/WatchSubmission")
    states = list(watch(request, metadata=HOST, timeout=PATIENCE_S))
    same(bool(states), True, "states came")
    same(b"\x18\x07" in states[-1], True, "it failed")


def ping_pong():
    said = queue.Queue()
    said.put(HELLO)
    answers = play(iter(said.get, None))
    same(next(answers)[:1], field(1, b"")[:1], "welcome")
    for n in range(1, 101):
        said.put(field(6, field(1, n)))
        # The referee measures the way once, by a ping of its own.
        same(next(answer for answer in answers if answer[:1] != field(9, b"")[:1]), field(10, field(1, n)), "pong")
    said.put(None)
    same(list(answers), [], "nothing more")
    same(answers.code(), grpc.StatusCode.OK, "status")


def empty_stream():
    answers = play(iter([]))
    same(list(answers), [], "answers")
    same(answers.code(), grpc.StatusCode.OK, "status")


def cancel_after_begin():
    call = CHANNEL.stream_unary("/flagfall.v1.ArenaService/SubmitBot").future(endless(), metadata=HOST)
    call.cancel()
    same(call.code(), grpc.StatusCode.CANCELLED, "status")


def cancel_after_first_response():
    answers = play(endless(HELLO))
    next(answers)
    answers.cancel()
    same(answers.code(), grpc.StatusCode.CANCELLED, "status")


def timeout_on_sleeping_server():
    answers = CHANNEL.unary_stream("/grpc.health.v1.Health/Watch")(b"", timeout=0.3)
    same(next(answers), SERVING, "first answer")
    same(status_of(lambda: next(answers))[0], grpc.StatusCode.DEADLINE_EXCEEDED, "status")


def status_code_and_message():
    same(status_of(lambda: check("none")), (grpc.StatusCode.NOT_FOUND, "no service 'none' here"), "status")


def special_status_message():
    name = "50% of \t\r\n té 日本 😈 ~%0A"
    same(status_of(lambda: check(name)), (grpc.StatusCode.NOT_FOUND, f"no service '{name}' here"), "status")


def long_status_message():
    code, message = status_of(lambda: check("é" * 30_000))
    same(code, grpc.StatusCode.NOT_FOUND, message)
    same(message.startswith("no service 'éé") and message.endswith("é..."), True, message)


def unimplemented_method():
    same(status_of(lambda: unary("/flagfall.v1.BotService/None"))[0], grpc.StatusCode.UNIMPLEMENTED, "status")


def unimplemented_service():
    same(status_of(lambda: unary("/none.Service/Method"))[0], grpc.StatusCode.UNIMPLEMENTED, "status")


def custom_metadata():
    more = [("x-text", "a"), ("x-text", "b, c"), ("x-bytes-bin", bytes(range(256))), ("x-bytes-bin", b"\0")]
    same(unary("/flagfall.v1.ArenaService/ListTokens", metadata=more + HOST)[:1], field(1, b"")[:1], "tokens")


def compressed_request():
    code, message = status_of(lambda: check("x" * 1000, compression=grpc.Compression.Gzip))
    same(code, grpc.StatusCode.UNIMPLEMENTED, message)
    same("gzip" in message, True, message)
    same(check(), SERVING, "answer to the next call")


def early_status():
    code, message = status_of(lambda: submit(pieces=1000))
    same(code, grpc.StatusCode.UNAUTHENTICATED, message)


def many_calls():
    calls = [CHANNEL.unary_unary("/grpc.health.v1.Health/Check").future(b"", timeout=PATIENCE_S) for _ in range(12)]
    same([call.result() for call in calls], [SERVING] * 12, "answers")


CASES = [empty_unary, large_unary, request_too_large, client_streaming, server_streaming, ping_pong, empty_stream,
         cancel_after_begin, cancel_after_first_response, timeout_on_sleeping_server, status_code_and_message,
         special_status_message, long_status_message, unimplemented_method, unimplemented_service, custom_metadata, compressed_request,
         early_status, many_calls]

for case in CASES:
    try:
        case()
        print(case.__name__, "ok", flush=True)
    except Exception as error:  # Whatever goes wrong is the answer.
        print(case.__name__, "FAIL", repr(error).replace("\n", " "), flush=True)
# Without waiting for the threads that `endless` keeps.
os._exit(0)
