"""The families of archives: each yields (name, bytes, must_refuse). What need not be refused must be contained: see
archives_test.py."""

import io
import random
import struct
import tarfile
import zipfile
import zlib

from make import MANIFEST, entry, field, gnu_long, gz, header, member, named, padded, pax, tar, xz, zip_of, zst

MIB = 1 << 20
WAYS = {"plain": bytes, "gz": gz, "xz": xz, "zst": zst}

BAD_NAMES = [
    b"/etc/flagfall-was-here", b"//tmp/x", b"../x", b"../../../../../../tmp/x", b"a/../../x", b"a/..", b"..", b"./../x", b"...//x",
    b"a//b", b"a/./b", b"./.", b".", b"a/.", b"", b" /../../x", b"a\nb", b"a\x1b[2Jb", b"\x7f", b"..\\x", b"C:\\x", b"\\\\host\\x",
    b"\xff\xfe", b"a\xc0\xafb", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80", b"p" * 256, b"q/" * 40 + b"x", b"r" * 200 + b"/" + b"s" * 200 +
    b"/" + b"t" * 200, b"bot.json/x", b"BOT.JSON", b"bot.json", b"./bot.json", b"bot.json/",
]
# Some have a special meaning in one of the formats: libarchive cuts names at a zero byte, and replaces empty names.
TAKEN_AS_ANOTHER = [b"a\0/../../x", b"../x\0a", b"\0", b"a/b\0", b"~root/x", b"$HOME/x", b"-rf", b"aux", b"a:b", b".bashrc",
                    b"\xe2\x80\xaegpj.exe", b"e\xcc\x81", b"\xc3\xa9"]


def names():
    for number, name in enumerate(BAD_NAMES + TAKEN_AS_ANOTHER):
        refuse = number < len(BAD_NAMES)
        for style in ("ustar", "gnu", "pax"):
            # The plain header cuts the name to another one; an empty long name counts as none.
            must = refuse and (style != "ustar" or len(name) <= 100) and not (style != "ustar" and name == b"")
            yield f"name-{style}-{number}", tar(named(name, style=style)), must
        for flags in (0, 0x800):
            # In zips of other systems a backslash may separate folders.
            yield f"name-zip-{flags:x}-{number}", zip_of(entry(name, flags=flags)), refuse and name != b"C:\\x"


def names_by_prefix():
    for number, (prefix, name) in enumerate([(b"/tmp", b"x"), (b"..", b"x"), (b"a/..", b"../x"), (b"a", b"../../x"),
                                             (b"u" * 155, b"v" * 100), (b"a//b", b"x"), (b"\x01", b"x")]):
        yield f"prefix-{number}", tar(header(name, 1, prefix=prefix) + padded(b"x")), number != 4


LINKS = [b"/etc/passwd", b"../../outside", b"bot.json", b".", b"..", b"", b"self", b"/proc/self/mem", b"a/../../x"]


def links():
    for number, target in enumerate(LINKS):
        for kind in (b"1", b"2"):
            yield f"link-{kind.decode()}-{number}", tar(header(b"self", kind=kind, link=target)), True
            through = header(b"d", kind=kind, link=target) + member(b"d/x", b"x")
            yield f"link-through-{kind.decode()}-{number}", tar(through), True
            over = header(b"d", kind=kind, link=target) + member(b"d", b"x")
            yield f"link-over-{kind.decode()}-{number}", tar(over), True
        yield f"link-long-{number}", tar(gnu_long(target, b"K") + header(b"s", kind=b"2", magic=b"ustar  \0")), True
        yield f"link-pax-{number}", tar(pax({b"linkpath": target}) + header(b"s", kind=b"2")), True
        yield f"link-zip-{number}", zip_of(entry(b"self", target, mode=0o120777)), True
        yield f"link-zip-through-{number}", zip_of(entry(b"d", target, mode=0o120777), entry(b"d/x")), True
    yield "link-with-data", tar(header(b"l", 1, kind=b"2", link=b"x") + padded(b"x")), True
    yield "hard-link-with-data", tar(header(b"l", 1, kind=b"1", link=b"bot.json") + padded(b"x")), True


def kinds():
    for kind in b"3467SVMNDAZsX@\x01\xff":
        for size in (0, 600):
            part = header(b"odd", size, kind=bytes([kind])) + padded(b"y" * size)
            yield f"kind-{kind:02x}-{size}", tar(part), kind in b"346"
    for mode in (0o010644, 0o020644, 0o060644, 0o140644, 0o170000, 0o030000):
        yield f"kind-zip-{mode:o}", zip_of(entry(b"odd", mode=mode)), mode not in (0o010644, 0o170000, 0o030000)
    for mode in (0o4755, 0o2755, 0o6777, 0o1777, 0o000, 0o7777):
        yield f"mode-tar-{mode:o}", tar(member(b"m", b"x", mode=mode), header(b"d", kind=b"5", mode=mode)), False
        yield f"mode-zip-{mode:o}", zip_of(entry(b"m", mode=0o100000 | mode)), False


FILE, FOLDER = "file", "folder"
TWICE = [(b"a", FILE, b"a", FILE), (b"a", FILE, b"a", FOLDER), (b"a", FOLDER, b"a", FILE), (b"a", FOLDER, b"a", FOLDER),
         (b"a", FILE, b"a/b", FILE), (b"a/b", FILE, b"a", FILE), (b"a", FILE, b"A", FILE), (b"a/b", FILE, b"A/b", FILE),
         (b"a/b", FILE, b"A/c", FILE), (b"a", FILE, b"./a", FILE), (b"a", FILE, b"a/b/c", FOLDER), (b"a/B", FOLDER, b"a/b", FILE)]


def twice():
    for number, (first, first_kind, second, second_kind) in enumerate(TWICE):
        def in_tar(name, kind):
            return header(name, kind=b"5") if kind == FOLDER else member(name, b"x")

        def in_zip(name, kind):
            return entry(name + b"/", b"", mode=0o040755) if kind == FOLDER else entry(name)
        yield f"twice-tar-{number}", tar(in_tar(first, first_kind), in_tar(second, second_kind)), True
        yield f"twice-zip-{number}", zip_of(in_zip(first, first_kind), in_zip(second, second_kind)), True


def bombs():
    swelling = {
        "headers": b"".join(header(b"%d" % i) for i in range(11_000)),
        "one-header": pax({b"comment": bytes(100 * MIB)}),
        "long-name": gnu_long(b"n" * (100 * MIB)) + member(b"x"),
        "chain": gnu_long(b"n" * 90) * 70_000 + member(b"x"),
        "pax-chain": pax({b"path": b"n"}) * 50_000 + member(b"x"),
    }
    for name, content in swelling.items():
        yield f"bomb-gz-{name}", gz(tar(content)), True
    for way in ("gz", "xz", "zst"):
        compress = WAYS[way]
        yield f"bomb-{way}-file", compress(tar(member(b"z", bytes(40 * MIB)))), True
        yield f"bomb-{way}-files", compress(tar(*(member(b"%d" % i, bytes(8 * MIB)) for i in range(7)))), True
        yield f"bomb-{way}-in-itself", compress(compress(tar())), True
        yield f"bomb-{way}-after-the-end", compress(tar() + bytes(120 * MIB)), False
    yield "bomb-gz-gib", gz_of_zeros(1024), True
    deep = b"".join(header(b"/".join([b"%d" % i] + [b"d"] * 30), kind=b"5") for i in range(3000))
    yield "bomb-folders", gz(tar(deep)), True
    yield "bomb-empty-blocks", xz(b"") * 200_000, True
    yield "bomb-gz-members", gz(b"") * 500_000, True


def gz_of_zeros(mebibytes):
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    piece = bytes(MIB)
    start = header(b"z", mebibytes * MIB)
    return packer.compress(start) + b"".join(packer.compress(piece) for _ in range(mebibytes)) + packer.flush()


def zip_bombs():
    zeros = entry(b"z", bytes(33 * MIB), method=8)
    yield "zip-bomb-file", zip_of(zeros), True
    yield "zip-bomb-files", zip_of(*(entry(b"%d" % i, bytes(10 * MIB), method=8) for i in range(6))), True
    small_claim = entry(b"z", bytes(33 * MIB), method=8, size=10)
    yield "zip-bomb-that-claims-10-bytes", zip_of(small_claim), True
    yield "zip-bomb-of-empty-files", zip_of(*(entry(b"%d" % i, b"") for i in range(11_000))), True
    yield "zip-bomb-overlapping", overlapping(b"k", 5_000), False
    for count in (2, 100):
        yield f"zip-same-part-{count}", overlapping(b"s", count), False
    # Parts that overlap, as in zip bombs without nesting.
    inner_local, inner_central = entry(b"inner", bytes(MIB), method=8)
    outer_local, outer_central = entry(b"outer", inner_local)
    shift = len(outer_local) - len(inner_local)
    body = outer_local + outer_central(0) + inner_central(shift)
    end = struct.pack("<HHHHIIH", 0, 0, 2, 2, len(body) - len(outer_local), len(outer_local), 0)
    yield "zip-part-in-part", body + b"PK\5\6" + end, False


def overlapping(name, count):
    """Many names for the same part."""
    local, _ = entry(name, bytes(MIB), method=8)
    directory = b"".join(entry(b"%d" % i, bytes(0), method=8, size=MIB, packed_size=len(local) - 30 - len(name),
                               crc=zlib.crc32(bytes(MIB)))[1](0) for i in range(count))
    end = struct.pack("<HHHHIIH", 0, 0, count, count, len(directory), len(local), 0)
    return local + directory + b"PK\5\6" + end


def sizes():
    for number, size in enumerate([1 << 33, 1 << 40, 1 << 62, (1 << 63) - 1, -1, -(1 << 40), 33 * MIB, 513, 1023]):
        yield f"size-{number}", tar(header(b"s", size)), number < 7
    for number, raw in enumerate([b"7" * 12, b"9" * 12, b"-1\0", b" " * 12, b"\xff" * 12, b"\x80" + b"\xff" * 11, b"0x10", b"1e9"]):
        yield f"size-raw-{number}", tar(header(b"s", raw_size=raw)), number in (0, 4, 5)
    for number, size in enumerate([b"99999999999999999999", b"-5", b"", b"1e3", b"9223372036854775807"]):
        yield f"size-pax-{number}", tar(pax({b"size": size}) + member(b"s", b"x")), number in (0, 4)
    for number, size in enumerate([0xffffffff, 0x7fffffff, 0, 5]):
        yield f"size-zip-{number}", zip_of(entry(b"s", b"x", size=size)), True
        yield f"size-zip-packed-{number}", zip_of(entry(b"s", b"x", packed_size=size)), number != 2
    zip64 = struct.pack("<HHQQ", 1, 16, 1 << 60, 1 << 60)
    yield "size-zip64", zip_of(entry(b"s", size=0xffffffff, packed_size=0xffffffff, extra=zip64)), True


def sparse():
    old = bytearray(header(b"s", 512, kind=b"S", magic=b"ustar  \0"))
    old[386:398], old[398:410] = field(1 << 40, 12), field(512, 12)
    old[483:495] = field((1 << 40) + 512, 12)
    old[148:156] = b" " * 8
    old[148:156] = b"%06o\0 " % sum(old)
    yield "sparse-old", tar(bytes(old) + bytes(512)), True
    for version in ((0, 0), (0, 1), (1, 0)):
        records = {b"GNU.sparse.major": b"%d" % version[0], b"GNU.sparse.minor": b"%d" % version[1], b"GNU.sparse.name": b"s",
                   b"GNU.sparse.realsize": b"1099511627776", b"GNU.sparse.size": b"1099511627776",
                   b"GNU.sparse.numblocks": b"1", b"GNU.sparse.map": b"1099511627000,1"}
        data = padded(b"1\n1099511627000\n1\n") + b"x" if version == (1, 0) else b"x"
        yield f"sparse-pax-{version[0]}.{version[1]}", tar(pax(records) + member(b"s", data)), True
    for number, listing in enumerate([b"0,1,0,1", b"5,1,0,1", b"-1,1", b"," * 1000, b"0," * 20000, b"1" * 5000]):
        records = {b"GNU.sparse.map": listing, b"GNU.sparse.size": b"4096", b"GNU.sparse.name": b"s"}
        yield f"sparse-map-{number}", tar(pax(records) + member(b"s", b"x")), False


def zip_lies():
    yield "zip-encrypted", zip_of(entry(b"e", flags=1)), True
    yield "zip-encrypted-strongly", zip_of(entry(b"e", flags=0x41)), True
    yield "zip-encrypted-directory", zip_of(entry(b"e", flags=0x2001)), True
    yield "zip-aes", zip_of(entry(b"e", flags=1, method=99)), True
    for method in (1, 2, 6, 9, 10, 12, 14, 19, 93, 95, 96, 97, 98, 99, 0xffff):
        yield f"zip-method-{method}", zip_of(entry(b"m", b"x" * 100, method=method)), True
    yield "zip-two-names", zip_of(entry(b"local", central_name=b"../central")), False
    yield "zip-two-names-back", zip_of(entry(b"../local", central_name=b"central")), False
    yield "zip-two-names-link", zip_of(entry(b"/etc/passwd", central_name=b"fine", mode=0o120777)), True
    yield "zip-crc", zip_of(entry(b"c", b"x", crc=1)), True
    yield "zip-later-sizes", zip_of(entry(b"c", b"x", flags=8, size=0, packed_size=0, crc=0)), False
    for number, (fields, must) in enumerate([({"count": 0}, False), ({"count": 60000}, False), ({"offset_error": 1 << 30}, True),
                                             ({"offset_error": -40}, False), ({"disk": 1}, True), ({"size_error": 1 << 30}, True),
                                             ({"comment": b"PK\5\6" + bytes(18)}, False), ({"comment": b"c" * 65535}, False)]):
        yield f"zip-end-{number}", zip_of(entry(b"x"), **fields), must
    whole = zip_of(entry(b"x", b"y" * 1000))
    yield "zip-twice", whole + whole, False
    yield "zip-behind-a-script", b"#!/bin/sh\n" + whole, True
    yield "zip-spanned", b"PK\7\x08" + whole, True
    for number, extra in enumerate([b"\x75\x70\xff\xff", struct.pack("<HHBI", 0x7075, 9, 1, zlib.crc32(b"x")) + b"../u",
                                    struct.pack("<HH", 1, 0), struct.pack("<HHI", 0x5455, 4, 7), b"\0" * 1000]):
        yield f"zip-extra-{number}", zip_of(entry(b"x", extra=extra)), number == 1


def damage():
    goods = {f"tar-{way}": compress(tar(member(b"a/b", b"c" * 2000), pax({b"path": b"long"}) + member(b"x", b"y")))
             for way, compress in WAYS.items()}
    goods["zip"] = zip_of(entry(b"a/b", b"c" * 2000, method=8), entry(b"long", b"y"))
    for name, good in goods.items():
        for part in (1, 4, 20, 100, len(good) // 4, len(good) // 2, 3 * len(good) // 4):
            yield f"cut-{name}-{part}", good[:part], name != "tar-plain" or part < 512
        for seed in range(12):
            draw = random.Random(f"{name} {seed}")
            bad = bytearray(good)
            for _ in range(1 + seed):
                bad[draw.randrange(len(bad))] = draw.randrange(256)
            yield f"bent-{name}-{seed}", bytes(bad), False
    yield "sum", tar(header(b"s", sum_error=1)), True


def others():
    for name, start in {"empty": b"", "one": b"P", "7z": b"7z\xbc\xaf\x27\x1c", "rar": b"Rar!\x1a\7\0", "bz2": b"BZh91AY&SY",
                        "lzma": b"\x5d\0\0\x80\0", "lz4": b"\x04\x22\x4d\x18", "cpio": b"070701" + b"0" * 104, "ar": b"!<arch>\n",
                        "elf": b"\x7fELF", "script": b"#!/bin/sh\nrm -rf /\n", "shar": b"#!/bin/sh\n# This is a shell archive\n",
                        "xar": b"xar!", "mtree": b"#mtree\n./x type=link link=/etc\n", "uu": b"begin 644 x\n", "pdf": b"%PDF-1.4"}.items():
        yield f"other-{name}", start, True
        yield f"other-{name}-gz", gz(start), True
    v7 = bytearray(member(b"bot.json", MANIFEST, magic=bytes(8)) + bytes(1024))
    yield "other-v7", bytes(v7), True
    yield "too-large", tar() + bytes(17 * MIB), True
    yield "too-large-zip", zip_of(entry(b"r", random.Random(1).randbytes(17 * MIB))), True


def good_tree(files, kind):
    """The same files written by common libraries."""
    out = io.BytesIO()
    if kind == "zip":
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, (data, mode) in files.items():
                info = zipfile.ZipInfo(name)
                info.external_attr = (0o100000 | mode) << 16
                archive.writestr(info, data, zipfile.ZIP_DEFLATED)
        return out.getvalue()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT if kind == "pax" else tarfile.GNU_FORMAT) as archive:
        for name, (data, mode) in files.items():
            info = tarfile.TarInfo(name)
            info.size, info.mode = len(data), mode
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


FAMILIES = [names, names_by_prefix, links, kinds, twice, bombs, zip_bombs, sizes, sparse, zip_lies, damage, others]
