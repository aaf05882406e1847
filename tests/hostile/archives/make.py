"""Writes archives byte by byte, with errors that libraries do not let one write."""

import gzip
import lzma
import struct
import zlib

MANIFEST = b'{"name": "bot"}'


# ---- tar


def field(number, width):
    """A number as tar writes it: octal, or base 256 when it is negative or too large."""
    if 0 <= number < 8 ** (width - 1):
        return b"%0*o\0" % (width - 1, number)
    return (number & (256 ** width - 1) | 1 << (8 * width - 1)).to_bytes(width, "big")


def header(name, size=0, kind=b"0", link=b"", mode=0o644, prefix=b"", magic=b"ustar\x0000", sum_error=0, raw_size=None):
    block = bytearray(512)
    block[0:100] = name[:100].ljust(100, b"\0")
    block[100:108] = field(mode, 8)
    block[108:116] = block[116:124] = field(0, 8)
    block[124:136] = (raw_size if raw_size is not None else field(size, 12)).ljust(12, b"\0")
    block[136:148] = field(0, 12)
    block[148:156] = b" " * 8
    block[156:157] = kind
    block[157:257] = link[:100].ljust(100, b"\0")
    block[257:265] = magic
    block[345:500] = prefix[:155].ljust(155, b"\0")
    block[148:156] = b"%06o\0 " % (sum(block) + sum_error)
    return bytes(block)


def padded(data):
    return data + b"\0" * (-len(data) % 512)


def member(name, data=b"", **fields):
    return header(name, len(data), **fields) + padded(data)


def gnu_long(name, kind=b"L"):
    return member(b"././@LongLink", name + b"\0", kind=kind, magic=b"ustar  \0")


def pax(records, kind=b"x"):
    body = b""
    for key, value in records.items():
        rest = b" %s=%s\n" % (key, value)
        length = len(rest) + 1
        while len(b"%d" % length) + len(rest) != length:
            length += 1
        body += b"%d" % length + rest
    return member(b"PaxHeaders/x", body, kind=kind)


def named(name, data=b"x", style="ustar", **fields):
    """A file with any name: in the plain header if it fits, otherwise as GNU or POSIX write it."""
    if style == "gnu":
        return gnu_long(name) + member(name, data, magic=b"ustar  \0", **fields)
    if style == "pax":
        return pax({b"path": name}) + member(b"short", data, **fields)
    return member(name, data, **fields)


def tar(*parts):
    """Adds a good manifest in front, so that only the intended part is wrong."""
    return member(b"bot.json", MANIFEST) + b"".join(parts) + b"\0" * 1024


# ---- zip


def entry(name, data=b"x", mode=0o100644, flags=0, method=0, central_name=None, size=None, packed_size=None, crc=None,
          packed=None, extra=b"", central_extra=None):
    """One file's local part, and its entry in the central directory without the place of the part."""
    if packed is None:
        packed = data
        if method == 8:
            deflater = zlib.compressobj(9, zlib.DEFLATED, -15)
            packed = deflater.compress(data) + deflater.flush()
    size = len(data) if size is None else size
    packed_size = len(packed) if packed_size is None else packed_size
    crc = zlib.crc32(data) if crc is None else crc
    common = struct.pack("<HHHHHIII", 20, flags, method, 0, 0x21, crc, packed_size, size)
    local = b"PK\3\4" + common + struct.pack("<HH", len(name), len(extra)) + name + extra + packed
    central_name = name if central_name is None else central_name
    central_extra = extra if central_extra is None else central_extra

    def central(offset):
        return (b"PK\1\2" + struct.pack("<H", 3 << 8 | 20) + common +
                struct.pack("<HHHHHII", len(central_name), len(central_extra), 0, 0, 0, mode << 16, offset) +
                central_name + central_extra)
    return local, central


def zip_of(*entries, count=None, offset_error=0, disk=0, comment=b"", size_error=0, with_manifest=True):
    if with_manifest:
        entries = (entry(b"bot.json", MANIFEST), *entries)
    body, directory = b"", b""
    for local, central in entries:
        directory += central(len(body))
        body += local
    count = len(entries) if count is None else count
    end = struct.pack("<HHHHIIH", disk, disk, count & 0xffff, count & 0xffff, len(directory) + size_error,
                      len(body) + offset_error, len(comment))
    return body + directory + b"PK\5\6" + end + comment


# ---- compression


def gz(data, level=5):
    return gzip.compress(data, level, mtime=0)


def xz(data, preset=0):
    return lzma.compress(data, preset=preset)


def zst(data):
    """A frame of stored blocks, or of one byte repeated, which needs no compressor."""
    frame = b"\x28\xb5\x2f\xfd\x00\x70"  # no checksum, no size, a window of 16 MiB
    step = 128 << 10
    pieces = [data[i:i + step] for i in range(0, len(data), step)] or [b""]
    for number, piece in enumerate(pieces):
        last = number == len(pieces) - 1
        is_run = len(piece) > 1 and piece.count(piece[:1]) == len(piece)
        frame += (len(piece) << 3 | (1 if is_run else 0) << 1 | last).to_bytes(3, "little")
        frame += piece[:1] if is_run else piece
    return frame
