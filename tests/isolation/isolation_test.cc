// Runs probe.py as a bot, beside another bot and a host that have left a secret in each channel, and checks what it
// found. In a strict sandbox it must find nothing. Without a sandbox it must find almost everything, because otherwise
// the probe would prove nothing.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <linux/keyctl.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <future>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "arena/bots/bot_process.h"
#include "arena/bots/sandbox_probe.h"
#include "arena/bots/supervisor/user_namespace.h"
#include "tests/support/temp_dir.h"
#include "tests/support/wait.h"

namespace flagfall::arena {
namespace {

using testing::ElementsAre;
using testing::Ge;
using testing::IsEmpty;
using testing::StartsWith;

// A user id that belongs to nobody.
constexpr uid_t kOrdinaryUser = 1'899'999'999;
constexpr uid_t kFirstSubordinate = 1'899'000'000;
constexpr unsigned kSubordinates = 65536;
constexpr char kTokenOfOther[] = "FLAGFALL_TOKEN=the-other-bots";

// The host's secrets, each in a channel that a bot might reach. They end with the process, or are removed.
class Host {
 public:
  explicit Host(const TempDir& dir) : dir_(dir) {
    std::filesystem::create_directory(dir_.At("home"));
    std::filesystem::permissions(dir_.At("home"), std::filesystem::perms::owner_all);
    dir_.Write("home/flagfall.db", "the ledger");
    tcp_ = Listen(AF_INET);
    tcp6_ = Listen(AF_INET6);
    ListenAt(std::string(1, '\0') + name_);
    ListenAt(dir_.At("other.sock"));
    ::syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, nullptr);
    ::syscall(SYS_add_key, "user", name_.c_str(), "secret", 6, KEY_SPEC_SESSION_KEYRING);
    shared_memory_ = ::shmget(key_, 4096, IPC_CREAT | 0666);
    semaphores_ = ::semget(key_, 1, IPC_CREAT | 0666);
    messages_ = ::msgget(key_, IPC_CREAT | 0666);
    ::close(::shm_open(name_.c_str(), O_CREAT | O_RDWR, 0666));
    ::mq_close(::mq_open(("/" + name_).c_str(), O_CREAT | O_RDWR, 0666, nullptr));
    const int locked = ::open("/usr/bin/env", O_RDONLY | O_CLOEXEC);
    ::flock(locked, LOCK_EX);
    // Without close-on-exec, as a careless host would open it.
    ::open("/dev/zero", O_RDONLY);
    victim_ = ::fork();
    if (victim_ == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      ::execl("/usr/bin/python3", "python3", "-c", "import time; time.sleep(1000)", name_.c_str(), nullptr);
    }
  }

  ~Host() {
    ::kill(victim_, SIGKILL);
    ::waitpid(victim_, nullptr, 0);
    ::shmctl(shared_memory_, IPC_RMID, nullptr);
    ::semctl(semaphores_, 0, IPC_RMID);
    ::msgctl(messages_, IPC_RMID, nullptr);
    ::shm_unlink(name_.c_str());
    ::mq_unlink(("/" + name_).c_str());
  }

  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  // Returns the description of the secrets that the probe reads.
  std::string Facts(pid_t other_bot) const {
    char hostname[256] = "";
    ::gethostname(hostname, sizeof hostname - 1);
    const std::vector<std::string> fields = {Text("scratch", dir_.At("scratch")),
                                             Text("database", dir_.At("home/flagfall.db")),
                                             Text("other_bot_file", dir_.At("other/bot.json")),
                                             Text("other_bot_socket", dir_.At("other.sock")),
                                             Text("abstract_socket", name_),
                                             Text("victim_word", name_),
                                             Text("key", name_),
                                             Text("shm_name", name_),
                                             Text("mq_name", name_),
                                             Text("hostname", hostname),
                                             Number("host_pid", ::getpid()),
                                             Number("victim_pid", victim_),
                                             Number("other_bot_pid", other_bot),
                                             Number("tcp_port", tcp_),
                                             Number("tcp6_port", tcp6_),
                                             Number("ipc_key", key_)};
    return absl::StrCat("{", absl::StrJoin(fields, ","), "}");
  }

 private:
  static std::string Text(absl::string_view name, absl::string_view value) {
    return absl::StrCat("\"", name, "\":\"", value, "\"");
  }
  static std::string Number(absl::string_view name, std::int64_t value) {
    return absl::StrCat("\"", name, "\":", value);
  }

  // Listens on a free port of the loopback and returns it; 0 when the family is not available.
  static int Listen(int family) {
    const int descriptor = ::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_storage address{};
    address.ss_family = static_cast<sa_family_t>(family);
    auto* const v4 = reinterpret_cast<sockaddr_in*>(&address);
    auto* const v6 = reinterpret_cast<sockaddr_in6*>(&address);
    if (family == AF_INET) v4->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (family == AF_INET6) v6->sin6_addr = in6addr_loopback;
    socklen_t size = family == AF_INET ? sizeof *v4 : sizeof *v6;
    if (::bind(descriptor, reinterpret_cast<sockaddr*>(&address), size) != 0 || ::listen(descriptor, 4) != 0) return 0;
    ::getsockname(descriptor, reinterpret_cast<sockaddr*>(&address), &size);
    return ntohs(family == AF_INET ? v4->sin_port : v6->sin6_port);
  }

  static void ListenAt(const std::string& path) {
    const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size());
    EXPECT_EQ(::bind(descriptor, reinterpret_cast<sockaddr*>(&address), size), 0);
    ::listen(descriptor, 4);
  }

  const TempDir& dir_;
  const std::string name_ = absl::StrCat("flagfall-isolation-", ::getpid());
  const key_t key_ = ::getpid();
  int tcp_ = 0;
  int tcp6_ = 0;
  int shared_memory_ = -1;
  int semaphores_ = -1;
  int messages_ = -1;
  pid_t victim_ = -1;
};

bots::BotLaunch LaunchOf(const TempDir& dir, const std::string& bot, const bots::Sandbox& sandbox,
                         const std::string& token) {
  return {.folder = dir.At(bot),
          .command = {"/usr/bin/python3", "probe.py"},
          .environment = {token, "PATH=/usr/bin:/bin"},
          .log_path = dir.At(bot + ".log"),
          .limits = {},
          .sandbox = sandbox,
          .bot_folder = dir.At(bot)};
}

std::string NameOf(pid_t process) {
  std::ifstream in(absl::StrCat("/proc/", process, "/comm"));
  std::string name;
  std::getline(in, name);
  return name;
}

// Acts as the host: runs the probe, whose output goes into the file probe.log. If it cannot, the file skipped says why.
void RunProbe(const TempDir& dir, bots::SandboxMode mode) {
  const Host host(dir);
  const std::string supervisor = dir.At("flagfall-bot-supervisor");
  const absl::StatusOr<bots::Sandbox> sandbox = bots::FindSandbox(mode, {.supervisor_path = supervisor});
  if (!sandbox.ok()) {
    dir.Write("skipped", std::string(sandbox.status().message()));
    return;
  }
  for (const std::string& words : bots::DescribeSandbox(*sandbox)) std::cout << words << "\n";
  if (!sandbox->own_user) dir.Write("shares_user", "yes");
  bots::BotLaunch other_launch = LaunchOf(dir, "other", *sandbox, kTokenOfOther);
  other_launch.command = {"/usr/bin/python3", "fill_pipes.py"};
  const auto other = bots::BotProcess::Start(supervisor, other_launch, [](const bots::BotExit&) {});
  pid_t other_pid = -1;
  // It sleeps once it has taken what it can.
  WaitFor([&] {
    for (const pid_t pid : (*other)->Processes()) {
      if (NameOf(pid) == "sleep") other_pid = pid;
    }
    return other_pid > 0;
  });
  dir.Write("probe/facts.json", host.Facts(other_pid));
  std::promise<bots::BotExit> exit;
  const auto probe = bots::BotProcess::Start(supervisor, LaunchOf(dir, "probe", *sandbox, "FLAGFALL_TOKEN=the-probes"),
                                             [&](const bots::BotExit& ended) { exit.set_value(ended); });
  if (!probe.ok()) return dir.Write("probe.log", probe.status().ToString()), void();
  std::cout << "the probe " << exit.get_future().get().detail << "\n";
}

struct Findings {
  std::string skipped;
  bool shares_user = false;
  std::vector<std::string> open;
  int tried = 0;
};

// Makes this process see, and no other, a system that has a name for the user, and sets ids aside for it.
bool SeeRangesOf(uid_t user, const TempDir& dir) {
  if (::unshare(CLONE_NEWNS) != 0 || ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return false;
  const std::string range = absl::StrCat("probing:", kFirstSubordinate, ":", kSubordinates, "\n");
  const std::pair<const char*, std::string> files[] = {
      {"passwd", absl::StrCat("root:x:0:0::/:/bin/sh\nprobing:x:", user, ":", user, "::/:/bin/sh\n")},
      {"subuid", range},
      {"subgid", range}};
  for (const auto& [name, text] : files) {
    const std::string path = dir.Write(name, text);
    if (::mount(path.c_str(), absl::StrCat("/etc/", name).c_str(), nullptr, MS_BIND, nullptr) != 0) return false;
  }
  return true;
}

// Runs in a process of its own as this user, so that what the host opens and joins ends with it.
Findings Probe(bots::SandboxMode mode, uid_t user, bool has_ranges = false) {
  const TempDir dir;
  for (const char* folder : {"probe", "other", "scratch"}) std::filesystem::create_directory(dir.At(folder));
  dir.Write("other/bot.json", "another bot's secret");
  std::filesystem::copy(FLAGFALL_SUPERVISOR, dir.At("flagfall-bot-supervisor"));
  for (const auto& entry : std::filesystem::directory_iterator(FLAGFALL_PROBE)) {
    if (entry.path().filename() == "fill_pipes.py") {
      std::filesystem::copy(entry.path(), dir.At("other"));
    } else if (entry.path().extension() == ".py") {
      std::filesystem::copy(entry.path(), dir.At("probe"));
    }
  }
  const timespec long_ago[2] = {{.tv_sec = 1'000'000'000, .tv_nsec = 0}, {.tv_sec = 1'000'000'000, .tv_nsec = 0}};
  ::utimensat(AT_FDCWD, dir.Write("probe/old", "old").c_str(), long_ago, 0);
  for (const char* path : {"", "probe", "other", "scratch", "flagfall-bot-supervisor"}) {
    EXPECT_EQ(::chmod(dir.At(path).c_str(), 0755), 0);
  }
  for (const char* path : {"", "probe", "probe/old", "other", "scratch"}) {
    EXPECT_EQ(::chown(dir.At(path).c_str(), user, user), 0);
  }
  std::cout.flush();
  const pid_t host = ::fork();
  if (host == 0) {
    if (has_ranges && !SeeRangesOf(user, dir)) ::_exit(2);
    if (user != ::geteuid() && (::setgroups(0, nullptr) != 0 || ::setgid(user) != 0 || ::setuid(user) != 0)) ::_exit(1);
    RunProbe(dir, mode);
    std::cout.flush();
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(host, &status, 0);
  EXPECT_EQ(status, 0);
  Findings findings{
      .skipped = dir.Read("skipped"), .shares_user = !dir.Read("shares_user").empty(), .open = {}, .tried = 0};
  for (const absl::string_view line : absl::StrSplit(dir.Read("probe.log"), '\n', absl::SkipEmpty())) {
    std::cout << "  " << line << "\n";
    if (absl::StartsWith(line, "OPEN ")) findings.open.emplace_back(line);
    if (absl::StartsWith(line, "tried ")) {
      EXPECT_TRUE(absl::SimpleAtoi(std::vector<absl::string_view>(absl::StrSplit(line, ' '))[1], &findings.tried));
    }
  }
  return findings;
}

void ExpectNothingOpen(uid_t user) {
  const Findings findings = Probe(bots::SandboxMode::kStrict, user);
  if (!findings.skipped.empty()) GTEST_SKIP() << findings.skipped;
  EXPECT_THAT(findings.tried, Ge(100));
  // A host without user ids for its bots is told of this one.
  if (findings.shares_user) {
    EXPECT_THAT(findings.open, ElementsAre(StartsWith("OPEN pages of its users pipes: ")));
  } else {
    EXPECT_THAT(findings.open, IsEmpty());
  }
}

// Each of these depends on another channel that is closed, or is not available on every machine.
void ExpectMostOpen(uid_t user, int least) {
  const Findings findings = Probe(bots::SandboxMode::kNone, user);
  EXPECT_THAT(findings.tried, Ge(100));
  EXPECT_THAT(static_cast<int>(findings.open.size()), Ge(least));
}

TEST(Isolation, AStrictSandboxLeavesNoChannelOpen) { ExpectNothingOpen(::geteuid()); }

TEST(Isolation, WithoutASandboxTheProbeFindsThemOpen) { ExpectMostOpen(::geteuid(), ::geteuid() == 0 ? 75 : 40); }

TEST(Isolation, AnOrdinaryUsersStrictSandboxLeavesNoChannelOpen) {
  if (::geteuid() != 0) GTEST_SKIP() << "this is an ordinary user already";
  ExpectNothingOpen(kOrdinaryUser);
}

TEST(Isolation, AStrictSandboxOfAnOrdinaryUserWithRangesOfIdsLeavesNoChannelOpen) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can set ids aside";
  if (::access(bots::supervisor::kNewUidMap, X_OK) != 0) GTEST_SKIP() << "there is no newuidmap (package uidmap)";
  const Findings findings = Probe(bots::SandboxMode::kStrict, kOrdinaryUser, /*has_ranges=*/true);
  if (!findings.skipped.empty()) GTEST_SKIP() << findings.skipped;
  EXPECT_FALSE(findings.shares_user);
  EXPECT_THAT(findings.tried, Ge(100));
  EXPECT_THAT(findings.open, IsEmpty());
}

TEST(Isolation, AnOrdinaryUsersProbeFindsThemOpenWithoutASandbox) {
  if (::geteuid() != 0) GTEST_SKIP() << "this is an ordinary user already";
  ExpectMostOpen(kOrdinaryUser, 40);
}

}  // namespace
}  // namespace flagfall::arena
