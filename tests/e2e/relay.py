"""TCP connections that go through the test, which may cut them."""

import socket
import threading


def end(connection):
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        # It has ended already.
        pass


class Relay:
    """Passes connections on to an address. `pass_on` says how the bytes of each go either way."""

    def __init__(self, address):
        host, _, port = address.rpartition(":")
        self.target = (host, int(port))
        self.ends = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = "127.0.0.1:%d" % self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                here, _ = self.listener.accept()
            except OSError:
                return
            try:
                there = socket.create_connection(self.target)
            except OSError:
                # Nobody listens there at the moment.
                here.close()
                continue
            self.ends += [here, there]
            self.pass_on(here, there)

    def carry(self, here, there, send_there, send_here):
        """Hands what comes to these functions, until one returns False or an end is gone; then both end."""
        for source, sink, send in ((here, there, send_there), (there, here, send_here)):
            threading.Thread(target=self.carry_one_way, args=(source, sink, send), daemon=True).start()

    @staticmethod
    def carry_one_way(source, sink, send):
        try:
            while (piece := source.recv(1 << 16)) and send(piece):
                pass
        except OSError:
            pass
        end(source)
        end(sink)
        # Each end is the source of one thread.
        source.close()

    def end_connections(self):
        for connection in self.ends:
            end(connection)
        self.ends = []

    def close(self):
        self.end_connections()
        # A thread that waits in accept holds the listener open.
        end(self.listener)
        self.listener.close()
