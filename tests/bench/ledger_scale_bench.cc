// A tournament of many bots in a ledger of its own, played in this process as fast as possible (barrage on set-ups of
// the book, with random legal plies) and stored as a run stores it. Prints the cost of a game at the beginning and at
// the end, the memory of the schedule and the ledger, and the time of each check. With --keep the folder stays as a
// home: `flagfall --home FOLDER leaderboard`.
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "arena/books/book.h"
#include "arena/cli/command_parser.h"
#include "arena/queries/check_ledger.h"
#include "arena/store/bots.h"
#include "arena/store/database.h"
#include "arena/store/results.h"
#include "arena/store/tournaments.h"
#include "arena/tournament/format_spec.h"
#include "arena/tournament/game_seed.h"
#include "arena/tournament/schedule.h"
#include "arena/tournament/spec.h"
#include "referee/base/check.h"
#include "referee/match/time_control.h"
#include "referee/rules/random.h"
#include "tests/bench/play_match.h"

namespace flagfall::arena {
namespace {

constexpr std::size_t kAtOnce = 100;

struct Size {
  std::uint32_t games = 20'000;
  std::uint32_t bots = 100;
  // After so many plies a game is a draw. Games without captures do not end before.
  std::uint32_t max_plies = 120;
};

double Now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

double PeakMebibytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

std::string NameOf(std::uint32_t bot) { return "bot-" + std::to_string(bot); }

class Bench {
 public:
  Bench(const std::string& folder, const Size& size) : size_(size) {
    auto database = store::Database::OpenForWriting(folder + "/flagfall.db");
    FLAGFALL_CHECK(database.ok());
    database_ = *std::move(database);
    for (std::uint32_t bot = 0; bot < size.bots; ++bot) {
      v1::BotManifest manifest;
      manifest.set_name(NameOf(bot));
      manifest.set_version("1");
      manifest.add_rulesets("barrage");
      FLAGFALL_CHECK(
          store::AddBot(*database_, {.manifest = manifest, .folder = "/nowhere", .added_time = Micros(1)}).ok());
    }
    // Neighbouring tournaments share a bot, so that all ratings are on one scale.
    for (std::uint32_t first = 0; first + 1 < size.bots; first += tournament::kBotsMax - 1) {
      AddTournament(first, std::min<std::uint32_t>(first + tournament::kBotsMax, size.bots));
    }
  }

  void PlayAll() {
    const auto share = static_cast<std::uint32_t>(size_.games / tournaments_.size());
    for (const store::Tournament& tournament : tournaments_) PlayOne(tournament, share);
  }

  void CheckAll() {
    for (const queries::LedgerCheck& part : queries::LedgerChecks()) {
      const double begin = Now();
      const absl::Status status = part.check(*database_);
      std::printf("check of %-11s %7.2f s  %s\n", part.name, Now() - begin,
                  status.ok() ? "ok" : std::string(status.message()).c_str());
    }
    std::printf("peak memory %.0f MiB\n", PeakMebibytes());
  }

 private:
  // A round robin of the bots from `first` to before `end`.
  void AddTournament(std::uint32_t first, std::uint32_t end) {
    v1::TournamentSpec spec;
    for (std::uint32_t bot = first; bot < end; ++bot) spec.add_bots(NameOf(bot));
    spec.mutable_ruleset()->set_id("barrage");
    spec.set_book(books::kStandardBook);
    spec.set_time_control("600");
    spec.set_rounds(size_.games / ((end - first) * (end - first - 1)) + 1);
    spec.set_seed(first + 1);
    spec.mutable_policy()->set_max_plies(size_.max_plies);
    spec.mutable_policy()->set_max_plies_without_capture(0);
    const auto complete = tournament::CompleteSpec(spec, {.cores = 1, .draw_seed = [] { return 1; }});
    FLAGFALL_CHECK(complete.ok());
    const auto id = store::CreateTournament(*database_, *complete, tournament::PoolOf(*complete), Micros(1));
    FLAGFALL_CHECK(id.ok());
    tournaments_.push_back(*store::FindTournament(*database_, *id));
  }

  void PlayOne(const store::Tournament& tournament, std::uint32_t games) {
    tournament::Schedule schedule(tournament::MakeFormat(tournament.spec));
    const books::Book& book = **books::StandardBook("barrage");
    Random random(1);
    std::vector<store::GameResult> batch;
    // The seconds that each tenth of the games took in addition to playing them.
    std::array<double, 10> tenths{};
    double playing = 0;
    for (std::uint32_t played = 0; played < games; ++played) {
      double& tenth = tenths[std::uint64_t{played} * tenths.size() / games];
      const double begin = Now();
      const auto game = schedule.Take([](const tournament::ScheduledGame&) { return true; });
      FLAGFALL_CHECK(game.has_value());
      store::GameResult result{.tournament_id = tournament.id,
                               .number = game->number,
                               .round = game->round,
                               .first_of_pair = game->first_of_pair};
      const double before = Now();
      result.record = bench::PlayAtRandom(SpecOf(tournament, *game, book), random);
      const double after = Now();
      playing += after - before;
      schedule.Decided(game->number, result.record.outcome().result(), false);
      batch.push_back(std::move(result));
      if (batch.size() == kAtOnce || played + 1 == games) {
        FLAGFALL_CHECK(store::StoreResults(*database_, batch).ok());
        batch.clear();
      }
      tenth += before - begin + Now() - after;
    }
    std::printf("%u games played in %.1f s; to schedule and store one, us, in each tenth:", games, playing);
    for (const double seconds : tenths)
      std::printf(" %.0f", 1e6 * seconds * static_cast<double>(tenths.size()) / games);
    std::printf("; peak memory %.0f MiB\n", PeakMebibytes());
  }

  static MatchSpec SpecOf(const store::Tournament& tournament, const tournament::ScheduledGame& game,
                          const books::Book& book) {
    MatchSpec spec;
    spec.game_id = store::GameIdOf(tournament.id, game.number);
    spec.ruleset = tournament.spec.ruleset();
    spec.seed = tournament::GameSeed(tournament.spec.seed(), game.number);
    spec.red.set_name(tournament.spec.bots(static_cast<int>(game.red)));
    spec.red.set_version("1");
    spec.blue.set_name(tournament.spec.bots(static_cast<int>(game.blue)));
    spec.blue.set_version("1");
    spec.time_control = *ParseTimeControl(tournament.spec.time_control());
    spec.policy = tournament.spec.policy();
    spec.given_set_ups = books::DrawSetUps(book, spec.seed);
    spec.start_time = Micros(1'700'000'000'000'000);
    return spec;
  }

  const Size size_;
  std::unique_ptr<store::Database> database_;
  std::vector<store::Tournament> tournaments_;
};

}  // namespace
}  // namespace flagfall::arena

int main(int argc, char** argv) {
  flagfall::arena::Size size;
  std::string folder = std::filesystem::temp_directory_path() / "flagfall-scale";
  bool keep = false;
  flagfall::arena::cli::CommandParser parser("ledger_scale_bench", "What a tournament costs as it grows", "", "");
  flagfall::arena::cli::Command bench_command = parser.root();
  bench_command.AddOption("--games", size.games, "").Positive().ShowDefault();
  bench_command.AddOption("--bots", size.bots, "").InRange(2, 10'000).ShowDefault();
  bench_command.AddOption("--max-plies", size.max_plies, "").Positive().ShowDefault();
  bench_command.AddOption("--folder", folder, "where the ledger is made; what was there is removed").ShowDefault();
  bench_command.AddFlag("--keep", keep, "leave the folder");
  if (const auto exit_code = parser.Parse({argv + 1, argv + argc}, std::cout, std::cerr)) return *exit_code;
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  flagfall::arena::Bench bench(folder, size);
  bench.PlayAll();
  bench.CheckAll();
  if (!keep) std::filesystem::remove_all(folder);
}
