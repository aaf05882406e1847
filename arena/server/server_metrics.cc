#include "arena/server/server_metrics.h"

#include <chrono>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>

#include "absl/types/span.h"
#include "arena/base/host_disk.h"
#include "arena/metrics/by_reason.h"
#include "arena/metrics/process_figures.h"
#include "arena/store/errors.h"
#include "arena/store/ledger_size.h"
#include "referee/base/status_macros.h"
#include "referee/net/address.h"
#include "referee/net/refusal_reason.h"

namespace flagfall::arena::server {
namespace {

using metrics::Sample;
using Samples = std::vector<Sample>;

// A worker of which nothing was heard for longer is away.
constexpr Micros kWorkerHeardWithin = std::chrono::minutes(5);

// Each value is always there, so that a graph begins at 0 and an alert finds something to look at.
const std::vector<std::string>& TournamentStates() {
  static const std::vector<std::string> states = {"scheduled", "queued",  "running",  "paused",
                                                  "finished",  "stopped", "cancelled"};
  return states;
}

// How games end that a bot loses otherwise than on the board, and all other ends of games that bots have played out.
const std::vector<std::string>& Forfeits() {
  static const std::vector<std::string> reasons = {"forfeit_no_show", "disconnected", "out_of_time", "illegal_action",
                                                   "slow_reader"};
  return reasons;
}
const std::vector<std::string>& EndsOnTheBoard() {
  static const std::vector<std::string> reasons = {
      "flag_captured", "no_legal_ply",          "both_immobile",          "resigned",
      "draw_agreed",   "adjudicated_max_plies", "adjudicated_no_capture", "max_ticks"};
  return reasons;
}

// Seconds. A host that is later than a game's host_delay_max_micros, a second by default, makes it void.
std::vector<double> DelayBounds() {
  return {0.0001, 0.0003, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5};
}

std::vector<std::string> PeerKinds() {
  return {std::string(peer_kinds::kLocalBot), std::string(peer_kinds::kRemoteBot), std::string(peer_kinds::kCaller)};
}

double SecondsOf(Micros time) { return std::chrono::duration<double>(time).count(); }

template <typename Number>
double Of(Number number) {
  return static_cast<double>(number);
}

std::vector<std::string> ListOf(absl::Span<const absl::string_view> reasons) {
  return std::vector<std::string>(reasons.begin(), reasons.end());
}

Samples InOrder(const std::map<std::string, double>& counted) {
  Samples samples;
  for (const auto& [of, value] : counted) samples.push_back({.of = of, .value = value});
  return samples;
}

std::map<std::string, double> ZeroOfEachState() {
  std::map<std::string, double> counted;
  for (const std::string& state : TournamentStates()) counted[state] = 0;
  return counted;
}

}  // namespace

ServerMetrics::ServerMetrics(MetricsSources sources)
    : sources_(std::move(sources)),
      readers_(sources_.ledger_path),
      abuse_log_(sources_.log),
      connections_refused_(registry_.AddCounter(
          {"flagfall_connections_refused_total", "Connections that were refused or ended, by reason.", "reason"},
          ListOf(refusals::kConnectionRefusals))),
      requests_refused_(registry_.AddCounter(
          {"flagfall_requests_refused_total", "Calls and requests that were refused, by reason.", "reason"},
          ListOf(refusals::kRequestRefusals))),
      host_delays_(registry_.AddHistogram({"flagfall_host_delay_seconds",
                                           "By how much the host itself was late for a bot's message or for a time "
                                           "that had run out; too late makes a game void (host_late)."},
                                          DelayBounds())),
      peer_costs_(PeerKinds()) {
  AddGames();
  AddTournaments();
  AddQueues();
  AddHost();
  AddProcess();
}

absl::Status ServerMetrics::ReadLedger() {
  FLAGFALL_ASSIGN_OR_RETURN(const store::Readers::Reader reader, readers_.Take());
  MutexLock lock(mutex_);
  FLAGFALL_RETURN_IF_ERROR(store::AddNewGames(*reader, games_));
  FLAGFALL_ASSIGN_OR_RETURN(ledger_, store::TallyOf(*reader));
  return absl::OkStatus();
}

absl::StatusOr<std::string> ServerMetrics::Text() {
  FLAGFALL_RETURN_IF_ERROR(ReadLedger());
  return registry_.Text();
}

absl::StatusOr<v1::GetServerStatusResponse> ServerMetrics::Status() {
  FLAGFALL_RETURN_IF_ERROR(ReadLedger());
  v1::GetServerStatusResponse response;
  for (const auto& [family, samples] : registry_.Now()) {
    v1::ServerFigure& figure = *response.add_figures();
    figure.set_name(family.name);
    figure.set_help(family.help);
    for (const Sample& sample : samples) {
      v1::ServerFigureValue& value = *figure.add_values();
      value.set_of(sample.of);
      value.set_value(sample.value);
    }
  }
  return response;
}

void ServerMetrics::NoteRefusal(const Refusal& refusal) {
  (refusal.is_connection ? connections_refused_ : requests_refused_).Add(refusal.reason);
  abuse_log_.Note(refusal.is_connection ? "connection" : "request", refusal.reason, PeerText(refusal.peer));
}

void ServerMetrics::NoteHostDelay(Micros delay) { host_delays_.Observe(SecondsOf(delay)); }

void ServerMetrics::NotePeerCost(absl::string_view kind, Micros cost) {
  // A clock that has been read twice within a microsecond makes a cost of nothing, and never one below it.
  if (cost > Micros(0)) peer_costs_.Add(kind, static_cast<std::uint64_t>(cost.count()));
}

BlockingMethod ServerMetrics::Watched(BlockingMethod method) {
  method.serve = [this, serve = std::move(method.serve)](BlockingCall& call) {
    absl::Status status = serve(call);
    if (IsHostDiskFull(status) || store::IsLedgerFailure(status)) return status;
    if (const absl::string_view reason = RefusalReasonOf(status); !reason.empty()) {
      NoteRefusal({.is_connection = false, .reason = reason, .peer = call.peer_address()});
    }
    return status;
  };
  return method;
}

void ServerMetrics::AddGames() {
  registry_.AddCounterOf({"flagfall_results_stored_total", "Games in the ledger that count, by result.", "result"},
                         [this] {
                           MutexLock lock(mutex_);
                           return metrics::SamplesByReason(games_.by_result, {"red_wins", "blue_wins", "draw"});
                         });
  registry_.AddCounterOf({"flagfall_forfeits_total",
                          "Games in the ledger that were lost otherwise than on the board, by reason.", "reason"},
                         [this] {
                           MutexLock lock(mutex_);
                           return metrics::SamplesByReason(games_.by_reason, Forfeits(), EndsOnTheBoard());
                         });
  registry_.AddCounterOf({"flagfall_void_games_total",
                          "Attempts at games in the ledger that do not count, by the host's reason.", "reason"},
                         [this] {
                           MutexLock lock(mutex_);
                           return metrics::SamplesByReason(ledger_.void_games, {"host_late", "supervisor_killed",
                                                                                "aborted_by_host", "forfeit_no_show"});
                         });
  registry_.AddCounterOf({"flagfall_plies_total", "Plies of all games since the server was started."}, [this] {
    sources_.live.List();
    return Samples{{.value = Of(sources_.live.PliesSeen())}};
  });
  registry_.AddCounterOf({"flagfall_stored_plies_total", "Plies of the games in the ledger that count."}, [this] {
    MutexLock lock(mutex_);
    return Samples{{.value = Of(games_.plies)}};
  });
}

ServerMetrics::Samples ServerMetrics::RunningByState() {
  const std::vector<v1::LiveGame> running = sources_.live.List();
  std::map<std::string, double> counted = ZeroOfEachState();
  MutexLock lock(mutex_);
  for (const v1::LiveGame& game : running) {
    // One that has begun since the ledger was read is running.
    const auto found = ledger_.tournaments.find(game.tournament_id());
    ++counted[found == ledger_.tournaments.end() ? "running" : found->second];
  }
  return InOrder(counted);
}

void ServerMetrics::AddTournaments() {
  registry_.AddGauge({"flagfall_tournaments", "Tournaments and challenges by their state.", "state"}, [this] {
    std::map<std::string, double> counted = ZeroOfEachState();
    MutexLock lock(mutex_);
    for (const auto& [id, state] : ledger_.tournaments) ++counted[state];
    return InOrder(counted);
  });
  registry_.AddGauge(
      {"flagfall_games_running",
       "Games that are being played, as spectators may see them, by the state of their tournaments.", "state"},
      [this] { return RunningByState(); });
  registry_.AddGauge({"flagfall_games_stored", "Games that count, by the state of their tournaments.", "state"},
                     [this] {
                       std::map<std::string, double> counted = ZeroOfEachState();
                       MutexLock lock(mutex_);
                       for (const auto& [id, games] : games_.by_tournament) {
                         const auto found = ledger_.tournaments.find(id);
                         counted[found == ledger_.tournaments.end() ? "running" : found->second] += Of(games);
                       }
                       return InOrder(counted);
                     });
}

void ServerMetrics::AddQueues() {
  registry_.AddGauge({"flagfall_queue_length",
                      "What waits: games for a worker that can play them, submissions to be built and checked, results "
                      "to be written to the ledger.",
                      "queue"},
                     [this] {
                       MutexLock lock(mutex_);
                       return Samples{{.of = "waiting_games", .value = Of(ledger_.waiting_games)},
                                      {.of = "submissions", .value = Of(ledger_.submissions_under_way)},
                                      {.of = "ledger_writer", .value = Of(sources_.runs.waiting_for_ledger.load())}};
                     });
  registry_.AddCounterOf({"flagfall_bot_faults_total",
                          "Processes of bots that died, did not start or did not say hello since the server's start."},
                         [this] { return Samples{{.value = Of(sources_.runs.bot_faults.load())}}; });
  registry_.AddCounterOf(
      {"flagfall_sandbox_failures_total", "Bots that did not start because their sandbox could not be made."},
      [this] { return Samples{{.value = Of(sources_.runs.sandbox_failures.load())}}; });
}

ServerMetrics::Samples ServerMetrics::WorkersByState() {
  std::map<std::string, double> counted = {{"present", 0}, {"away", 0}, {"suspected", 0}};
  const Micros now = WallNow();
  MutexLock lock(mutex_);
  for (const store::LedgerTally::Worker& worker : ledger_.workers) {
    ++counted[worker.is_suspected ? "suspected" : now - worker.seen <= kWorkerHeardWithin ? "present" : "away"];
  }
  return InOrder(counted);
}

void ServerMetrics::AddHost() {
  registry_.AddGauge({"flagfall_workers",
                      "Other machines that have played games: heard of within 5 minutes, away, or suspected.", "state"},
                     [this] { return WorkersByState(); });
  registry_.AddGauge({"flagfall_bots_connected", "Bots that are connected."},
                     [this] { return Samples{{.value = Of(sources_.bots_connected())}}; });
  registry_.AddGauge({"flagfall_home_free_bytes", "What is free on the disk of the ledger."}, [this] {
    const std::optional<std::uint64_t> bytes = metrics::FreeBytesOf(sources_.folder);
    return bytes.has_value() ? Samples{{.value = Of(*bytes)}} : Samples();
  });
  registry_.AddGauge({"flagfall_play_held", "1 while no game begins since the disk has too little room, else 0."},
                     [this] { return Samples{{.value = sources_.held() ? 1.0 : 0.0}}; });
  registry_.AddGauge({"flagfall_backup_age_seconds",
                      "How old the newest backup is; absent where the server makes none or there is none yet."},
                     [this] {
                       const std::optional<backup::BackupState> state = sources_.backups();
                       if (!state.has_value() || !state->newest.has_value()) return Samples();
                       return Samples{{.value = SecondsOf(WallNow() - *state->newest)}};
                     });
  registry_.AddCounterOf(
      {"flagfall_backup_failures_total", "Backups that could not be made; absent where the server makes none."},
      [this] {
        const std::optional<backup::BackupState> state = sources_.backups();
        return state.has_value() ? Samples{{.value = Of(state->failed)}} : Samples();
      });
}

void ServerMetrics::AddProcess() {
  registry_.AddCounterOf({"flagfall_peer_cost_seconds_total",
                          "What connections have cost the referee's threads, by the kind of peer: bots that the server "
                          "launched, other bots, and callers, who are everybody else.",
                          "peer"},
                         [this] {
                           Samples samples = peer_costs_.Samples();
                           for (Sample& sample : samples) sample.value = SecondsOf(Micros(std::llround(sample.value)));
                           return samples;
                         });
  registry_.AddCounterOf({"flagfall_process_cpu_seconds_total", "What the server's process has used of processors."},
                         [] { return Samples{{.value = metrics::OwnFigures().cpu_seconds}}; });
  registry_.AddGauge({"flagfall_process_resident_memory_bytes", "What the server's process holds in memory."},
                     [] { return Samples{{.value = Of(metrics::OwnFigures().resident_bytes)}}; });
  registry_.AddGauge(
      {"flagfall_ledger_memory_bytes", "The part of it that is the ledger's: most of it pages of its file."},
      [] { return Samples{{.value = Of(store::MemoryOfDatabases())}}; });
  registry_.AddGauge({"flagfall_process_open_fds", "Descriptors that the server's process has open."},
                     [] { return Samples{{.value = Of(metrics::OwnFigures().open_descriptors)}}; });
  registry_.AddGauge({"flagfall_process_max_fds", "Descriptors that it may have open."},
                     [] { return Samples{{.value = Of(metrics::OwnFigures().descriptors_max)}}; });
  registry_.AddGauge({"flagfall_build_info", "The program's version; always 1.", "version"},
                     [this] { return Samples{{.of = sources_.version, .value = 1}}; });
}

}  // namespace flagfall::arena::server
