#include "tests/whole_host/worker.h"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/cluster/check_worker.h"
#include "arena/cluster/lease_messages.h"
#include "arena/runner/match_specs.h"
#include "referee/base/check.h"
#include "referee/match/match_messages.h"
#include "referee/match/time_control.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/record.h"
#include "tests/whole_host/server.h"

namespace flagfall::whole_host {
namespace cluster = arena::cluster;
namespace {

constexpr Micros kAnswersWithin = std::chrono::seconds(3);
constexpr Micros kLooksAgainAfter = std::chrono::milliseconds(20);
constexpr std::uint32_t kGamesAtOnceOfWorkers = 2;

// A call of LeaseGames on a thread of its own. The two take turns: the simulation goes on only while the thread waits
// for a run, or has ended, and answers each question at once; so everything follows from the seed all the same.
class LeaseCall {
 public:
  using Result = absl::StatusOr<v1::LeaseGamesResponse>;
  explicit LeaseCall(World& world) : world_(world) {}

  Result Make(Server& server, const std::string& user, const v1::LeaseGamesRequest& request) {
    world_.on_ask() = [this](std::int64_t id, const arena::coordinator::LeaseAsked& ask) {
      const std::lock_guard lock(mutex_);
      asked_ = {id, ask};
      changed_.notify_all();
    };
    std::optional<Result> result;
    std::thread thread([&] {
      Result answer = server.board().LeaseGames(user, request);
      const std::lock_guard lock(mutex_);
      result = std::move(answer);
      changed_.notify_all();
    });
    for (;;) {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return result.has_value() || asked_.has_value(); });
      if (!asked_.has_value()) break;
      const auto [id, ask] = *std::exchange(asked_, std::nullopt);
      lock.unlock();
      if (Run* const run = server.RunOf(id)) run->Answer(ask);
    }
    thread.join();
    world_.on_ask() = nullptr;
    return *std::move(result);
  }

 private:
  World& world_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<std::pair<std::int64_t, arena::coordinator::LeaseAsked>> asked_;
};

void Spoil(v1::GameRecord& record) {
  v1::Outcome& outcome = *record.mutable_outcome();
  outcome.set_result(outcome.result() == v1::RESULT_RED_WINS ? v1::RESULT_BLUE_WINS : v1::RESULT_RED_WINS);
}

}  // namespace

Worker::Worker(World& world, int number) : world_(world), user_(UserOf(number)), process_id_(world.random()()) {
  AskLater(world_.DrawDelay(500'000));
}

bool Worker::IsCutOff() const { return world_.agenda().now() < cut_off_until_; }

void Worker::AskLater(Micros after) {
  world_.agenda().After(after, WhileAlive([this] { Ask(); }));
}

void Worker::Call(std::function<std::function<void()>(Server&)> call) {
  if (IsCutOff()) return;
  world_.agenda().After(world_.DrawDelay(60'000), [this, call = std::move(call), &world = world_, is_alive = Alive()] {
    // The worker may have died meanwhile; the server does what it was asked for all the same.
    if (world.server() == nullptr) return;
    std::function<void()> answered = call(*world.server());
    world.agenda().After(world.DrawDelay(60'000), [this, is_alive, answered = std::move(answered)] {
      if (!is_alive.expired() && !IsCutOff()) answered();
    });
  });
}

void Worker::Ask() {
  if (!games_.empty()) return;
  v1::LeaseGamesRequest request;
  v1::Worker& worker = *request.mutable_worker();
  worker.set_name("node");
  worker.set_protocol(cluster::kWorkerProtocol);
  worker.set_version("flagfall 1");
  worker.set_games_at_once(kGamesAtOnceOfWorkers);
  worker.set_process_id(process_id_);
  request.set_games_free(kGamesAtOnceOfWorkers);
  Call([this, is_alive = Alive(), user = user_, request, &world = world_](Server& server) -> std::function<void()> {
    const LeaseCall::Result response = LeaseCall(world).Make(server, user, request);
    if (!response.ok() || !response->has_lease()) return [] {};
    return [this, is_alive, lease = response->lease()] {
      if (!is_alive.expired()) TakeLease(lease);
    };
  });
  AskLater(std::chrono::seconds(1));
}

void Worker::TakeLease(const v1::Lease& lease) {
  if (!games_.empty()) return;
  world_.Note(
      absl::StrCat(user_, " has a lease of ", lease.games_size(), " games of tournament ", lease.tournament_id()));
  lease_ = lease;
  for (const v1::LeasedGame& game : lease.games()) games_[game.number()].leased = game;
  world_.agenda().After(std::chrono::milliseconds(lease.heartbeat_ms()), WhileAlive([this] { KeepLease(); }));
  PlayNext();
}

void Worker::KeepLease() {
  if (games_.empty()) return;
  v1::KeepLeaseRequest request;
  request.set_lease(lease_.id());
  Call([this, is_alive = Alive(), user = user_, request](Server& server) -> std::function<void()> {
    const auto response = server.board().KeepLease(user, request);
    return [this, is_alive, response, id = request.lease()] {
      if (is_alive.expired() || id != lease_.id()) return;
      if (absl::IsNotFound(response.status())) return Forget();
      if (!response.ok()) return;
      for (const std::uint32_t number : response->dropped_games()) games_.erase(number);
      if (games_.empty()) Forget();
    };
  });
  world_.agenda().After(std::chrono::milliseconds(lease_.heartbeat_ms()), WhileAlive([this, id = lease_.id()] {
                          if (id == lease_.id()) KeepLease();
                        }));
}

void Worker::Forget() {
  games_.clear();
  lease_.Clear();
  AskLater(world_.DrawDelay(500'000));
}

void Worker::PlayNext() {
  for (auto& [number, game] : games_) {
    if (game.is_played) continue;
    // The second game of a pair has the set-ups of the first.
    const Micros takes = Micros(100'000) + world_.DrawDelay(1'500'000);
    world_.agenda().After(takes, WhileAlive([this, id = lease_.id(), number = number] {
                            const auto found = games_.find(number);
                            if (id != lease_.id()) return;
                            if (found != games_.end()) Play(found->second);
                            PlayNext();
                          }));
    return;
  }
}

MatchSpec Worker::SpecOf(const v1::LeasedGame& leased) const {
  const cluster::LeasedRun run =
      cluster::RunOf(lease_, std::vector<std::string>(static_cast<std::size_t>(lease_.bots_size())), 1);
  const auto control = ParseTimeControl(run.tournament.spec.time_control());
  FLAGFALL_CHECK(control.ok());
  const arena::runner::MatchSpecs specs(run.tournament, run.bots, *control, nullptr);
  MatchSpec spec = specs.SpecOf({.number = leased.number(),
                                 .round = leased.round(),
                                 .red = static_cast<int>(leased.red()),
                                 .blue = static_cast<int>(leased.blue()),
                                 .first_of_pair = leased.first_of_pair()},
                                leased.seed());
  spec.start_time = world_.WallTime();
  spec.given_set_ups = leased.given_set_ups();
  const auto first = games_.find(leased.first_of_pair());
  if (lease_.spec().duplicate() && !leased.has_given_set_ups() && first != games_.end()) {
    if (auto set_ups = SetUpsOf(first->second.record); set_ups.ok()) spec.given_set_ups = *std::move(set_ups);
  }
  return spec;
}

void Worker::Play(Game& game) {
  Micros now{};
  auto match = Match::Create(SpecOf(game.leased), now);
  FLAGFALL_CHECK(match.ok());
  const auto fresh = NewGame((*match)->Spec().ruleset, std::string(32, 's'));
  FLAGFALL_CHECK(fresh.ok());
  for (const v1::Side side : {v1::SIDE_RED, v1::SIDE_BLUE}) {
    (*match)->Connected(side, {.wants_legal_actions = true, .wants_events_at_once = false}, now);
  }
  Random random(world_.random()());
  std::vector<SeatMessage> messages;
  while (!(*match)->IsOver()) {
    messages.clear();
    (*match)->TakeMessages(messages);
    for (const SeatMessage& message : messages) {
      if (message.decision == 0) continue;
      (*match)->DecisionSent(message.side, message.decision, now);
      now += Micros(1000 + static_cast<std::int64_t>(random() % 30'000));
      v1::Act act;
      act.set_game_id((*match)->Spec().game_id);
      act.set_decision(message.decision);
      const auto& legal = message.message.decision_required().legal_actions();
      *act.mutable_action() = legal.empty()
                                  ? (*fresh)->Sample(message.side, random)
                                  : legal.Get(static_cast<int>(random() % static_cast<unsigned>(legal.size())));
      (*match)->Acted(message.side, act, now, Micros(0));
    }
  }
  game.record = (*match)->TakeRecord();
  if (std::exchange(lies_, false)) Spoil(game.record);
  game.is_played = true;
  HandIn(game.leased.number());
}

void Worker::HandIn(std::uint32_t number) {
  TellResult(number);
  // It may not be answered.
  world_.agenda().After(kAnswersWithin, WhileAlive([this, id = lease_.id(), number] {
                          const auto found = games_.find(number);
                          if (id == lease_.id() && found != games_.end() && !found->second.is_over) HandIn(number);
                        }));
}

void Worker::TellResult(std::uint32_t number) {
  const auto found = games_.find(number);
  if (found == games_.end() || found->second.is_over) return;
  v1::HandInGameHeader header;
  header.set_lease(lease_.id());
  header.set_number(number);
  header.set_start(found->second.leased.start());
  Call([this, is_alive = Alive(), user = user_, header,
        record = found->second.record](Server& server) -> std::function<void()> {
    const absl::StatusOr<std::optional<bool>> taken = server.board().TakeIn(user, header, record);
    return [this, is_alive, header, taken] {
      if (is_alive.expired()) return;
      if (!taken.ok()) return Hear(header.lease(), header.number(), taken.status());
      if (taken->has_value()) return Hear(header.lease(), header.number(), **taken);
      // As a call that waits at the server.
      world_.agenda().After(kLooksAgainAfter, WhileAlive([this, header] {
                              if (header.lease() == lease_.id()) TellResult(header.number());
                            }));
    };
  });
}

void Worker::Hear(std::uint64_t lease, std::uint32_t number, const absl::StatusOr<bool>& is_stored) {
  const auto found = games_.find(number);
  if (lease != lease_.id() || found == games_.end() || found->second.is_over) return;
  world_.Note(absl::StrCat(user_, " hears of game ", number, ": ", is_stored.status().ToString(), " ",
                           is_stored.ok() && *is_stored));
  if (absl::IsUnavailable(is_stored.status())) return;
  if (!is_stored.ok()) return Forget();
  if (*is_stored) {
    ++world_.tally().handed_in;
    const v1::GameRecord& record = found->second.record;
    if (record.outcome().result() != v1::RESULT_VOID) world_.accounts().NoteToldStored(record.game_id());
  }
  found->second.is_over = true;
  for (const auto& [other, game] : games_) {
    if (!game.is_over) return;
  }
  Forget();
}

}  // namespace flagfall::whole_host
