"""Stands in for a referee that listens with TLS: `tls_tunnel.py CERTIFICATE KEY ROOTS COMMAND...` runs a bot's command
whose way to the referee, given in FLAGFALL_ADDRESS as a Unix socket, leads through TLS on a port of this machine. ROOTS is
what the bot trusts.
"""

import contextlib
import os
import socket
import ssl
import subprocess
import sys
import threading

CERTIFICATE, KEY, ROOTS, *COMMAND = sys.argv[1:]
REFEREE = os.environ["FLAGFALL_ADDRESS"].removeprefix("unix:")


def pump(source, sink):
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(data)
    for end in (source, sink):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


def serve(listener, context):
    while True:
        client, _ = listener.accept()
        try:
            near = context.wrap_socket(client, server_side=True)
        except (OSError, ssl.SSLError) as error:
            print("tls_tunnel: no handshake:", error, flush=True)
            continue
        print("tls_tunnel: a connection by", near.version(), "for", near.selected_alpn_protocol(), flush=True)
        far = socket.socket(socket.AF_UNIX)
        far.connect(REFEREE)
        for ends in ((near, far), (far, near)):
            threading.Thread(target=pump, args=ends, daemon=True).start()


def main():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE, KEY)
    context.set_alpn_protocols(["h2"])
    listener = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=serve, args=(listener, context), daemon=True).start()
    environment = dict(os.environ, FLAGFALL_ADDRESS=f"tls:localhost:{listener.getsockname()[1]}", FLAGFALL_TLS_CA=ROOTS)
    sys.exit(subprocess.run(COMMAND, env=environment).returncode)


if __name__ == "__main__":
    main()
