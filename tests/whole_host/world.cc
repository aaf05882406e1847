#include "tests/whole_host/world.h"

#include <sqlite3.h>

#include <algorithm>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "arena/store/bots.h"
#include "arena/store/database.h"
#include "arena/store/submissions.h"
#include "arena/store/tournaments.h"
#include "arena/store/users.h"
#include "referee/base/check.h"
#include "referee/base/sha256.h"
#include "tests/power_cuts/starts.h"
#include "tests/whole_host/server.h"
#include "tests/whole_host/worker.h"

namespace flagfall::whole_host {
namespace store = arena::store;
namespace {

// By then all must be over. Faults come within the first 15 s, and last 40 s at most.
constexpr Micros kWorldMax = std::chrono::minutes(60);
constexpr Micros kHealsAfter = std::chrono::seconds(60);
constexpr std::uint64_t kStepsMax = 2'000'000;
// Whatever bots, networks and disks do, no more than this lies anywhere.
constexpr std::size_t kAgendaMax = 20'000;
constexpr std::size_t kUnsentMax = 256 * 1024;
constexpr std::size_t kLinksMax = 64;
constexpr Micros kPeopleLookEvery = std::chrono::seconds(2);

// Nothing that the disk is asked meanwhile counts or fails.
class QuietDisk {
 public:
  explicit QuietDisk(power_cuts::Disk& disk) : disk_(disk) { disk_.set_quiet(true); }
  ~QuietDisk() { disk_.set_quiet(false); }
  QuietDisk(const QuietDisk&) = delete;
  QuietDisk& operator=(const QuietDisk&) = delete;

 private:
  power_cuts::Disk& disk_;
};

// A disk with a ledger that was made and closed in good order.
const power_cuts::Disk& EmptyLedger() {
  static const std::unique_ptr<power_cuts::Disk> made = [] {
    auto disk = std::make_unique<power_cuts::Disk>();
    power_cuts::DiskVfs vfs("whole_host_start", *disk);
    FLAGFALL_CHECK(store::Database::OpenForWriting(power_cuts::LedgerPath(), {.vfs = vfs.name()}).ok());
    return disk;
  }();
  return *made;
}

}  // namespace

World::World(Plan plan, Tally& tally)
    : plan_(std::move(plan)),
      tally_(tally),
      random_(plan_.seed * 7919 + 3),
      vfs_("whole_host", disk_),
      accounts_(plan_),
      ids_(plan_.tournaments.size()) {}

World::~World() { server_.reset(); }

void World::Fail(const std::string& what) {
  if (!failure_.empty() || what.empty()) return;
  failure_ = absl::StrCat("after ", agenda_.now().count() / 1000 - 3'600'000, " ms: ", what);
}

void World::Note(const std::string& what) {
  if (prints_events_)
    std::printf("%10.3f s  %s\n", static_cast<double>(agenda_.now().count()) / 1e6 - 3600, what.c_str());
  // FNV-1a, over the time too.
  for (const char byte : absl::StrCat(agenda_.now().count(), " ", what, "\n")) {
    fingerprint_ = (fingerprint_ ^ static_cast<unsigned char>(byte)) * 0x100000001b3u;
  }
}

void World::Furnish() {
  const QuietDisk quiet(disk_);
  disk_.CopyFile(EmptyLedger(), power_cuts::LedgerPath(), power_cuts::LedgerPath());
  auto ledger = store::Database::OpenForWriting(power_cuts::LedgerPath(), {.vfs = vfs_.name()});
  FLAGFALL_CHECK(ledger.ok());
  for (const PlannedBot& bot : plan_.bots) {
    store::Bot entry;
    entry.manifest.set_name(bot.name);
    entry.manifest.set_version("1");
    if (!bot.is_remote) entry.manifest.add_command("./bot");
    entry.manifest.add_rulesets("duel");
    entry.manifest.add_rulesets("battle");
    entry.folder = bot.is_remote ? "" : "/bots/" + bot.name;
    entry.added_time = WallTime();
    FLAGFALL_CHECK(store::AddBot(**ledger, entry).ok());
  }
  for (int worker = 0; worker < plan_.workers; ++worker) {
    FLAGFALL_CHECK(store::AddUser(**ledger, Worker::UserOf(worker), v1::User::ROLE_WORKER, WallTime()).ok());
  }
  FLAGFALL_CHECK(store::AddUser(**ledger, "author", v1::User::ROLE_OWNER, WallTime()).ok());
}

std::string World::Play(bool prints_events) {
  prints_events_ = prints_events;
  // The log's salts come from it.
  sqlite3_test_control(SQLITE_TESTCTRL_PRNG_SEED, static_cast<int>(plan_.seed % 1'000'000'007) + 1, nullptr);
  Furnish();
  const Micros began = agenda_.now();
  StartServer();
  for (std::size_t i = 0; i < plan_.tournaments.size(); ++i) {
    agenda_.After(Micros(100'000) + DrawDelay(2'000'000), [this, i] { MakeTournament(i); });
  }
  for (const PlannedBot& bot : plan_.bots) {
    if (bot.is_remote) remotes_[bot.name] = Launch(bot.name, "", TokenOf(bot.name), 0);
  }
  for (int worker = 0; worker < plan_.workers; ++worker) workers_.push_back(std::make_unique<Worker>(*this, worker));
  for (int i = 0; i < plan_.submissions; ++i) {
    agenda_.After(DrawDelay(10'000'000), [this, i] {
      if (server_ != nullptr) server_->submissions().Submit("author", absl::StrCat("sub", i)).IgnoreError();
    });
  }
  for (const Fault& fault : plan_.faults) {
    agenda_.At(began + fault.at, [this, fault] { Do(fault); });
  }
  agenda_.At(began + kHealsAfter, [this] {
    disk_.Disarm();
    // A board that trusts a worker no more leaves its games to others, of whom there may be none. One that was to lie,
    // and has had no game since, must not do it now.
    for (const std::unique_ptr<Worker>& worker : workers_) worker->BeHonest();
    if (plan_.leaves_to_workers) EndServer();
    // A remote bot that hangs is started again by whoever runs it.
    for (const PlannedBot& bot : plan_.bots) {
      if (bot.is_remote) remotes_[bot.name] = Launch(bot.name, "", TokenOf(bot.name), 0);
    }
  });
  agenda_.After(kPeopleLookEvery, [this] { LookAfterTournaments(); });
  while (failure_.empty() && (agenda_.now() < began + kHealsAfter || !IsAllOver())) {
    if (agenda_.now() > began + kWorldMax || agenda_.steps_taken() > kStepsMax) {
      Fail("not all tournaments come to their end");
      break;
    }
    agenda_.Step();
    Look();
  }
  if (failure_.empty()) CheckEnd();
  ++tally_.worlds;
  tally_.events += agenda_.steps_taken();
  tally_.acknowledged += accounts_.acknowledged();
  return failure_;
}

void World::StartServer() {
  if (server_ != nullptr) return;
  is_server_ending_ = false;
  auto server = Server::Start(*this);
  Note(absl::StrCat("the server starts: ", server.status().ToString()));
  if (!server.ok()) {
    if (absl::IsDataLoss(server.status())) Fail(server.status().ToString());
    return StartServerLater();
  }
  server_ = *std::move(server);
  const QuietDisk quiet(disk_);
  Fail(accounts_.CheckLedger(server_->ledger(), /*is_thorough=*/false));
  accounts_.NoteShown(server_->ledger());
}

void World::StartServerLater() {
  agenda_.After(Micros(200'000) + DrawDelay(2'000'000), [this] {
    if (!disk_.is_on()) disk_.Boot();
    StartServer();
  });
}

void World::EndServer() {
  if (server_ == nullptr || std::exchange(is_server_ending_, true)) return;
  server_->Stop();
}

void World::Look() {
  if (!disk_.is_on() && server_ != nullptr) {
    ++tally_.crashes;
    Note("the server crashes");
    // The process is gone, and its kernel closes what it had open.
    server_.reset();
    disk_.Boot();
    StartServerLater();
  } else if (server_ != nullptr && (server_->has_failed() || server_->is_over())) {
    Note("the server ends");
    server_.reset();
    StartServerLater();
  }
  if (agenda_.size() > kAgendaMax) Fail("more and more is to happen");
  if (server_ == nullptr) return;
  if (accounts_.HasChanged(disk_.operations())) {
    const QuietDisk quiet(disk_);
    Fail(accounts_.CheckSomeAcknowledged(server_->ledger()));
  }
  Fail(server_->referee().failure());
  if (server_->referee().unsent_bytes_max() > kUnsentMax) Fail("a connection keeps too much for its client");
  if (server_->referee().links() > kLinksMax) Fail("there are too many connections");
  for (const auto& [id, run] : server_->runs()) {
    if (run->entries_waiting() > arena::runner::LedgerWriter::kWaitingMax) Fail("too many results wait");
  }
}

std::unique_ptr<BotProgram> World::Launch(const std::string& name, const std::string& id, const std::string& token,
                                          std::uint64_t life) {
  const auto planned =
      std::find_if(plan_.bots.begin(), plan_.bots.end(), [&name](const PlannedBot& bot) { return bot.name == name; });
  const std::uint64_t seed = random_() + life;
  const Link::Distance distance =
      id.empty() ? Link::Distance{.least = Micros(1000 + DrawDelay(30'000).count()), .jitter = Micros(10'000)}
                 : Link::Distance{.least = Micros(20), .jitter = Micros(200)};
  return std::make_unique<BotProgram>(
      agenda_, BotProgram::Setting{.name = name, .token = token, .manners = planned->manners, .seed = seed},
      [this, id, distance]() -> std::shared_ptr<Link> {
        if (server_ == nullptr) return nullptr;
        auto link = std::make_shared<Link>(agenda_, random_, distance);
        server_->referee().Accept(link, id);
        return link;
      });
}

void World::NoteGameOver(const v1::GameRecord& record, const RefereeHost& host) {
  ++tally_.games;
  ++tally_.reasons[record.outcome().reason()];
  Note(absl::StrCat("game ", record.game_id(), " over: ", v1::Result_Name(record.outcome().result()), ", ",
                    v1::Reason_Name(record.outcome().reason()), ", record ",
                    absl::BytesToHexString(Sha256Of(record.SerializeAsString()))));
  Fail(accounts_.CheckGame(record, host));
}

void World::MakeTournament(std::size_t number) {
  const auto again = [this, number] {
    agenda_.After(Micros(500'000) + DrawDelay(500'000), [this, number] { MakeTournament(number); });
  };
  if (server_ == nullptr || is_server_ending_) return again();
  // Whoever was told of an error looks whether it was made all the same.
  const auto list = store::ListTournaments(server_->ledger(), std::nullopt, 10);
  if (!list.ok()) return again();
  for (const store::Tournament& tournament : *list) {
    if (tournament.spec.name() == plan_.tournaments[number].name()) ids_[number] = tournament.id;
  }
  if (ids_[number].has_value()) return;
  const auto id = server_->CreateTournament(plan_.tournaments[number]);
  if (!id.ok()) return again();
  ids_[number] = *id;
}

void World::LookAfterTournaments() {
  agenda_.After(kPeopleLookEvery, [this] { LookAfterTournaments(); });
  if (server_ == nullptr || is_server_ending_) return;
  const Micros now = agenda_.now();
  for (const std::optional<std::int64_t>& id : ids_) {
    if (!id.has_value()) continue;
    const auto tournament = store::FindTournament(server_->ledger(), *id);
    if (!tournament.ok()) continue;
    const v1::Tournament::State state = tournament->state;
    const bool is_held = state == v1::Tournament::STATE_PAUSED || state == v1::Tournament::STATE_CANCELLED ||
                         state == v1::Tournament::STATE_STOPPED;
    if (!is_held) {
      resume_at_.erase(*id);
      continue;
    }
    const Micros resume_at = resume_at_.try_emplace(*id, now + DrawDelay(20'000'000)).first->second;
    if (now < resume_at) continue;
    Note(absl::StrCat("tournament ", *id, " is to be resumed: ", server_->Resume(*id).ToString()));
  }
}

bool World::IsAllOver() {
  if (server_ == nullptr || is_server_ending_ || !server_->runs().empty()) return false;
  const QuietDisk quiet(disk_);
  return std::all_of(ids_.begin(), ids_.end(), [this](const std::optional<std::int64_t>& id) {
    if (!id.has_value()) return false;
    const auto tournament = store::FindTournament(server_->ledger(), *id);
    return tournament.ok() && tournament->state == v1::Tournament::STATE_FINISHED;
  });
}

void World::CheckEnd() {
  const std::uint32_t free = server_->CountFreeSlots();
  if (free < Server::kSlotsMin) Fail(absl::StrCat("only ", free, " slots are free though no game is played"));
  if (server_->referee().HasGames()) Fail("the lobby still has games");
  // What is left is what a server finds that starts now.
  server_.reset();
  const QuietDisk quiet(disk_);
  StartServer();
  if (server_ == nullptr) return Fail("the server does not start");
  Fail(accounts_.CheckLedger(server_->ledger(), /*is_thorough=*/true));
  const auto under_way =
      store::ListSubmissions(server_->ledger(), {.only_under_way = true}, /*before=*/std::nullopt, /*count=*/1);
  if (!under_way.ok() || !under_way->empty()) Fail("a submission of an earlier server is still under way");
}

}  // namespace flagfall::whole_host
