"""FLAGFALL_ADDRESS: where the referee listens, and how a bot connects to it.

    unix:/path            a socket on this machine
    host:port             without TLS, and so on this machine only: localhost, 127.0.0.1, [::1]
    tls:host:port         with TLS; the roots are those of FLAGFALL_TLS_CA, or the system's
    insecure:host:port    without TLS to another machine: whoever listens on the way can read the token
"""

from __future__ import annotations

import ipaddress
import os
from pathlib import Path

import grpc

SYSTEM_ROOTS = Path("/etc/ssl/certs/ca-certificates.crt")
# A network that was cut tells nobody. Pings find out, and do not wait for the referee's next question.
KEEPALIVE = [
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.http2.max_pings_without_data", 0),
]


def is_loopback(host: str) -> bool:
    """Whether the host is this machine, as in "localhost", "127.0.0.1" or "[::1]"."""
    try:
        return host == "localhost" or ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def open_channel(address: str) -> grpc.Channel:
    """Returns a channel to the referee. ValueError, with what would be right, for an invalid address or roots."""
    scheme, _, target = address.partition(":")
    if scheme == "unix":
        return grpc.insecure_channel(address)
    if scheme in ("tls", "insecure"):
        _host_of(address, target)
        if scheme == "tls":
            return grpc.secure_channel(target, _tls_credentials(), options=KEEPALIVE)
        return grpc.insecure_channel(target, options=KEEPALIVE)
    if not is_loopback(_host_of(address, address)):
        raise ValueError(
            f"FLAGFALL_ADDRESS is {address}, which is another machine, and without TLS the token could be read on the"
            f" way: write tls:{address} (or insecure:{address} where that is what you want)"
        )
    return grpc.insecure_channel(address, options=KEEPALIVE)


def _host_of(address: str, target: str) -> str:
    host, _, port = target.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise ValueError(f"FLAGFALL_ADDRESS must be unix:/path, host:port or tls:host:port, and is: {address}")
    return host


def _tls_credentials() -> grpc.ChannelCredentials:
    named = os.environ.get("FLAGFALL_TLS_CA")
    path = Path(named) if named else SYSTEM_ROOTS
    if not named and not path.exists():
        # The roots that gRPC has of its own.
        return grpc.ssl_channel_credentials()
    try:
        roots = path.read_bytes()
    except OSError as error:
        raise ValueError(f"FLAGFALL_TLS_CA must name a file of certificates (PEM): {error}") from error
    if b"BEGIN CERTIFICATE" not in roots:
        raise ValueError(f"FLAGFALL_TLS_CA must name a file of certificates (PEM), and {path} holds none")
    return grpc.ssl_channel_credentials(roots)
