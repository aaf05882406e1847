"""nghttp and curl, which know HTTP/2 and nothing of gRPC: each says calls field by field, and shows what came back."""

import pathlib
import shutil
import subprocess

PATIENCE_S = 30
CHECK = "/grpc.health.v1.Health/Check"
WATCH = "/grpc.health.v1.Health/Watch"
GRPC = {"te": "trailers", "content-type": "application/grpc"}
# curl's exit codes.
CURLE_SSL_CONNECT_ERROR = 35
CURLE_HTTP2_STREAM = 92
TRIES = 100
NO_REQUEST = b"\0\0\0\0\0"


def path_of(name):
    return shutil.which(name)


# For each case: the path, the body, the fields of the head, and what must be among the fields of the answer.
CASES = {
    "empty_unary": (CHECK, NO_REQUEST, GRPC, {":status": "200", "grpc-status": "0", "content-type": "application/grpc"}),
    "request_too_large": (CHECK, b"\0\0\1\0\1" + b"x" * 65537, GRPC, {":status": "200", "grpc-status": "8"}),
    "empty_stream": (CHECK, b"", GRPC, {"grpc-status": "3"}),
    "timeout_on_sleeping_server": (WATCH, NO_REQUEST, GRPC | {"grpc-timeout": "300m"}, {":status": "200", "grpc-status": "4"}),
    "status_code_and_message": (CHECK, b"\0\0\0\0\6\x0a\4none", GRPC,
                                {"grpc-status": "5", "grpc-message": "no service 'none' here"}),
    "special_status_message": (CHECK, b"\0\0\0\0\5\x0a\3%\xc3\xa9", GRPC,
                               {"grpc-status": "5", "grpc-message": "no service '%25%C3%A9' here"}),
    "unimplemented_method": ("/flagfall.v1.BotService/None", NO_REQUEST, GRPC, {"grpc-status": "12"}),
    "unimplemented_service": ("/none.Service/Method", NO_REQUEST, GRPC, {"grpc-status": "12"}),
    "custom_metadata": (CHECK, NO_REQUEST, GRPC | {"x-text": "a, b", "x-bytes-bin": "AP8,AA=="}, {"grpc-status": "0"}),
    "metadata_too_large": (CHECK, NO_REQUEST, GRPC | {"x": "x" * 8192}, {":status": "200", "grpc-status": "8"}),
    "compressed_request": (CHECK, b"\1\0\0\0\1x", GRPC | {"grpc-encoding": "gzip"},
                           {"grpc-status": "12", "grpc-accept-encoding": "identity"}),
    "not_grpc": (CHECK, NO_REQUEST, {"te": "trailers", "content-type": "application/json"}, {":status": "415"}),
    "without_te": (CHECK, NO_REQUEST, {"content-type": "application/grpc"}, {"grpc-status": "13"}),
}


def judged(found, expected):
    wrong = {name: found.get(name) for name, value in expected.items() if found.get(name) != value}
    return f"FAIL {wrong}, not {expected}" if wrong else "ok"


def nghttp(address, certificate, folder):
    """nghttp shows each field of an answer as `recv (stream_id=13) name: value`."""
    url = ("https://" if certificate else "http://") + address.removeprefix("tls:")
    for case, (path, body, fields, expected) in CASES.items():
        data = pathlib.Path(folder) / "body"
        data.write_bytes(body)
        headers = [f"-H{name}: {value}" for name, value in ({":method": "POST"} | fields).items()]
        command = ["nghttp", "-nv", "--no-verify-peer", "--no-content-length", *headers, f"-d{data}", url + path]
        shown = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S).stdout
        found = {}
        for line in shown.splitlines():
            _, is_field, field = line.partition(" recv (stream_id=")
            name, is_pair, value = field.partition(") ")[2].rpartition(": ") if is_field else ("", "", "")
            if is_pair:
                found[name] = value
        yield case, judged(found, expected)


def curl(address, certificate, folder):
    """curl writes the fields of an answer, trailers too, as HTTP/1.1 has them."""
    is_unix = address.startswith("unix:")
    url = ("https://" if certificate else "http://") + ("localhost" if is_unix else address.removeprefix("tls:"))
    common = ["curl", "--silent", "--show-error", "--dump-header", "-", "--output", "/dev/null", "--max-time", str(PATIENCE_S)]
    common += ["--unix-socket", address.removeprefix("unix:")] if is_unix else []
    common += ["--cacert", str(certificate)] if certificate else []
    for case, (path, body, fields, expected) in CASES.items():
        if case == "request_too_large":
            continue
        headers = [f"-H{name}: {value}" for name, value in fields.items()]
        version = "--http2" if certificate else "--http2-prior-knowledge"
        command = [*common, version, "--request", "POST", *headers, "--data-binary", "@-", url + path]
        # curl 7.88 drops a whole answer where RST_STREAM(NO_ERROR) follows it before curl has sent its body, which RFC
        # 9113 forbids (8.1). Whether that happens is a matter of chance for a body that is short.
        for _ in range(TRIES):
            done = subprocess.run(command, input=body, capture_output=True, timeout=PATIENCE_S)
            if done.returncode != CURLE_HTTP2_STREAM:
                break
        found = {}
        for line in done.stdout.decode().splitlines():
            name, is_pair, value = line.partition(": ")
            if is_pair:
                found[name] = value
            elif line.startswith("HTTP/2 "):
                found[":status"] = line.split()[1]
        yield case, judged(found, expected)
    done = subprocess.run([*common, "--http1.1", url + CHECK], capture_output=True, timeout=PATIENCE_S)
    # Over TLS no other protocol is agreed on.
    is_right = done.returncode == CURLE_SSL_CONNECT_ERROR if certificate else b"HTTP/1.1 400 " in done.stdout
    yield "http_1_1", "ok" if is_right else f"FAIL {done}"


PEERS = {"nghttp": nghttp, "curl": curl}
# nghttp knows no Unix sockets.
CANNOT = {("nghttp", "unix")}
