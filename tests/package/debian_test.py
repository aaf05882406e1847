"""The Debian packages on a fresh Debian 12: installed, used as arena/packaging/README.md shows, and purged again. `./dev package-test` runs it.

Needs root, debootstrap and Debian's mirror. FLAGFALL_PACKAGES is the folder of the packages, FLAGFALL_DEBIAN the one
for the fresh system, which is kept for the next time.
"""

import os
import pathlib
import re
import shutil
import subprocess
import textwrap
import unittest

PACKAGES = pathlib.Path(os.environ["FLAGFALL_PACKAGES"]).resolve()
DEBIAN = pathlib.Path(os.environ["FLAGFALL_DEBIAN"]).resolve()
FRESH, TRIED = DEBIAN / "fresh", DEBIAN / "tried"
MIRROR = os.environ.get("DEBIAN_MIRROR", "http://deb.debian.org/debian")
PAGE = (pathlib.Path(__file__).resolve().parents[2] / "arena/packaging/README.md").read_text(encoding="utf-8")
BOTS = "/usr/share/flagfall/sample-bots"
# The highest exposure that `systemd-analyze security` may see in the unit, in tenths: 100 is a unit without any hardening.
EXPOSURE_MAX = 35


# Not a chroot, in which there are no user namespaces; and /proc is whole, as those who sandbox must see it (flagfall.service).
ENTER = f"""mount --bind {TRIED} {TRIED} && cd {TRIED} && mount -t proc proc proc && mount --bind {PACKAGES} mnt
pivot_root . opt && umount --lazy opt && exec "$@" """


def inside(script, user="root", code=0):
    """Runs a script in the system as one of its users; whatever it leaves running ends with it."""
    command = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-ec", ENTER, "sh",
               "env", "-i", "PATH=/usr/sbin:/usr/bin", "LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive",
               "su", "--login", "--whitelist-environment=LANG,DEBIAN_FRONTEND", user, "-c", f"set -e\n{script}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1800)
    if done.returncode != code:
        raise AssertionError(f"{script}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def install(*packages):
    inside(f"apt-get install -q -y {' '.join(packages)} 2>&1")


def setUpModule():
    if not (FRESH / "etc/debian_version").exists():
        shutil.rmtree(FRESH, ignore_errors=True)
        subprocess.run(["debootstrap", "--variant=minbase", "bookworm", FRESH, MIRROR], check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(TRIED, ignore_errors=True)
    subprocess.run(["cp", "-a", FRESH, TRIED], check=True)
    shutil.copy("/etc/resolv.conf", TRIED / "etc/resolv.conf")
    inside("apt-get update -q")
    install("/mnt/flagfall_*.deb")
    inside("useradd --create-home --shell /bin/bash ann")


def tearDownModule():
    shutil.rmtree(TRIED)


class Debian(unittest.TestCase):
    """In the order of their names: what is used first, what is purged last."""

    def test_1_sample_bots_play_for_an_ordinary_user(self):
        inside(f"for bot in {BOTS}/*; do flagfall bot add $bot; done", "ann")
        inside("flagfall tournament run --format gauntlet --bots random,sergeant,marshal,scout,mybot,plodder,rover --ruleset classic "
               "--games 1 --max-plies 100 --sandbox=strict", "ann")
        inside("flagfall match cardsharp random --ruleset cards --games 2", "ann")
        inside("flagfall match skirmisher random --ruleset gogo --games 2", "ann")
        self.assertIn("10 games", inside("flagfall verify --all", "ann"))
        self.assertNotIn("FORFEIT", inside("flagfall game list --json", "ann"))

    def test_2_serve_answers_with_the_site(self):
        install("curl")
        page = inside("flagfall --home served serve --listen 127.0.0.1:0 --http 127.0.0.1:0 > said 2> log &\n"
                      "until grep -q Web said; do kill -0 $! || { cat log; exit 1; }; sleep 0.1; done\n"
                      "curl --silent --fail $(sed -n 's/Web report at //p' said)", "ann")
        self.assertIn("assets/", page)

    def test_3_the_cpp_sdk_makes_a_bot(self):
        install("/mnt/flagfall-dev_*.deb")
        inside("cp -r /usr/share/flagfall/sdk/cpp/template ~/own\n"
               "sed -i '/\"name\"/s/mybot/own/' ~/own/bot.json\n"
               "flagfall bot add --sandbox=strict ~/own\n"
               f"flagfall bot add {BOTS}/random\n"
               "flagfall match own random --ruleset barrage --games 2 --sandbox=strict\n"
               "flagfall verify --all", "ann")

    def test_3_the_python_package_makes_a_bot(self):
        install("/mnt/python3-flagfall_*.deb")
        inside("python3 -m doctest /usr/share/doc/python3-flagfall/README.md", "ann")
        inside("(cd /usr/share/doc/python3-flagfall/examples && python3 -B train_duel.py --minutes 0.2 --bot ~/learnt)\n"
               "flagfall bot add --sandbox=strict ~/learnt\n"
               "flagfall match learnt random --ruleset duel --games 4 --sandbox=strict\n"
               "flagfall verify --all", "ann")
        games = inside("flagfall game list --bot learnt --json", "ann")
        for reason in ("FORFEIT", "RESIGNED", "DISCONNECTED", "ILLEGAL"):
            self.assertNotIn(reason, games)

    def test_4_the_manual(self):
        install("man-db")
        self.assertIn("flagfall tournament run", inside("MANWIDTH=120 man --warnings flagfall 2>&1"))
        self.assertEqual(inside("man --warnings flagfall 2>&1 > /dev/null"), "")

    def test_5_the_unit(self):
        install("systemd")
        shown = re.search(r"(?:^    .*\n)+", PAGE.split("systemctl edit flagfall")[1], re.MULTILINE).group()
        (TRIED / "etc/systemd/system/flagfall.service.d").mkdir()
        self.addCleanup(shutil.rmtree, TRIED / "etc/systemd/system/flagfall.service.d")
        (TRIED / "etc/systemd/system/flagfall.service.d/override.conf").write_text(textwrap.dedent(shown))
        self.assertEqual(inside("systemd-analyze verify flagfall.service 2>&1"), "")
        print(inside(f"systemd-analyze security --offline=true --threshold={EXPOSURE_MAX} flagfall.service").splitlines()[-1])

    def test_5_the_first_host(self):
        for command in re.findall(r"^    sudo -u flagfall (.*)", PAGE, re.MULTILINE):
            self.assertTrue(inside(f"runuser -u flagfall -- {command}"))

    def test_6_purged_nothing_is_left(self):
        inside(f"flagfall --home /root/home bot add {BOTS}/plodder && rm -r /root/home")
        listed = inside("dpkg -L flagfall flagfall-dev python3-flagfall").splitlines()
        self.assertGreater(len(listed), 100)
        inside("apt-get remove -q -y flagfall flagfall-dev python3-flagfall 2>&1 && test -d /var/lib/flagfall && getent passwd flagfall")
        inside("apt-get purge -q -y flagfall 2>&1")
        left = [path for path in listed if (TRIED / path[1:]).is_symlink() or (TRIED / path[1:]).is_file()]
        self.assertEqual(left, [])
        # What `man` has formatted is man-db's own cache, which man-db clears of old pages.
        elsewhere = " ".join(f"-not -path '{path}/*'" for path in ("/proc", "/mnt", "/home/ann", "/var/cache/man"))
        self.assertEqual(inside(f"find / -xdev -iname '*flagfall*' {elsewhere}"), "")
        inside("getent passwd flagfall", code=2)


if __name__ == "__main__":
    unittest.main()
