// ledger_scale_bench [GAMES [FOLDER]]: a tournament of 100 bots in a ledger of its own, played in this process as fast
// as it goes (barrage on set-ups of the book, legal plies drawn at random) and stored as a run stores it. Tells what a
// game costs at the beginning and at the end, what memory the schedule and the ledger take, and how long each check
// takes.
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "arena/books/book.h"
#include "arena/queries/check_schedules.h"
#include "arena/store/bots.h"
#include "arena/store/check.h"
#include "arena/store/database.h"
#include "arena/store/results.h"
#include "arena/store/tournaments.h"
#include "arena/tournament/format_spec.h"
#include "arena/tournament/spec.h"
#include "referee/base/check.h"
#include "referee/match/match.h"
#include "referee/match/time_control.h"
#include "referee/rules/random.h"

namespace flagfall::arena {
namespace {

constexpr int kBots = 100;
constexpr std::size_t kAtOnce = 100;
constexpr std::uint32_t kDefaultGames = 20'000;

double Now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

double PeakMebibytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

std::string NameOf(int bot) { return "bot-" + std::to_string(bot); }

v1::GameRecord Play(MatchSpec spec, Random& random) {
  Micros now{};
  auto match = Match::Create(std::move(spec), now);
  FLAGFALL_CHECK(match.ok());
  (*match)->Connected(v1::SIDE_RED, {.wants_legal_actions = true}, now);
  (*match)->Connected(v1::SIDE_BLUE, {.wants_legal_actions = true}, now);
  while (!(*match)->IsOver()) {
    std::vector<SeatMessage> messages;
    (*match)->TakeMessages(messages);
    for (const SeatMessage& message : messages) {
      if (message.decision == 0) continue;
      const v1::DecisionRequired& decision = message.message.decision_required();
      (*match)->DecisionSent(message.side, message.decision, now);
      v1::Act act;
      act.set_game_id(decision.game_id());
      act.set_decision(decision.decision());
      *act.mutable_action() = decision.legal_actions(
          static_cast<int>(Below(static_cast<std::uint64_t>(decision.legal_actions_size()), random)));
      now += Micros(1000);
      (*match)->Acted(message.side, act, now, Micros(0));
    }
  }
  return (*match)->TakeRecord();
}

class Bench {
 public:
  Bench(const std::string& folder, std::uint32_t games) : games_(games) {
    auto database = Database::OpenForWriting(folder + "/flagfall.db");
    FLAGFALL_CHECK(database.ok());
    database_ = *std::move(database);
    v1::TournamentSpec spec;
    for (int bot = 0; bot < kBots; ++bot) {
      v1::BotManifest manifest;
      manifest.set_name(NameOf(bot));
      manifest.set_version("1");
      manifest.add_rulesets("barrage");
      FLAGFALL_CHECK(AddBot(*database_, {.manifest = manifest, .folder = "/nowhere", .added_time = Micros(1)}).ok());
      spec.add_bots(NameOf(bot));
    }
    spec.mutable_ruleset()->set_id("barrage");
    spec.set_rounds(games / (kBots * (kBots - 1)) + 1);
    spec.set_seed(1);
    auto complete = CompleteSpec(spec, {.cores = 1, .draw_seed = [] { return 1; }});
    FLAGFALL_CHECK(complete.ok());
    const auto id = CreateTournament(*database_, *complete, PoolOf(*complete), Micros(1));
    FLAGFALL_CHECK(id.ok());
    tournament_ = *FindTournament(*database_, *id);
  }

  void PlayAll() {
    Schedule schedule = MakeSchedule(tournament_.spec);
    const Book& book = **StandardBook("barrage");
    Random random(1);
    std::vector<GameResult> batch;
    const double begin = Now();
    double playing = 0;
    double first_tenth = 0;
    double last_tenth_began = 0;
    for (std::uint32_t played = 0; played < games_; ++played) {
      if (played == games_ / 10) first_tenth = Now() - begin - playing;
      if (played == games_ - games_ / 10) last_tenth_began = Now() - playing;
      const auto game = schedule.Take([](const ScheduledGame&) { return true; });
      FLAGFALL_CHECK(game.has_value());
      const double before = Now();
      GameResult result{.tournament_id = tournament_.id, .number = game->number, .round = game->round};
      result.record = Play(SpecOf(*game, book), random);
      result.plies = result.record.plies();
      playing += Now() - before;
      schedule.Decided(game->number, result.record.outcome().result(), false);
      batch.push_back(std::move(result));
      if (batch.size() < kAtOnce && played + 1 < games_) continue;
      FLAGFALL_CHECK(StoreResults(*database_, batch).ok());
      batch.clear();
    }
    const double last_tenth = Now() - playing - last_tenth_began;
    const double tenth = games_ / 10.0;
    std::printf(
        "%u games played in %.1f s; to schedule and store one: %.0f us in the first tenth, %.0f us in the last (ratio "
        "%.2f); peak memory %.0f MiB\n",
        games_, playing, 1e6 * first_tenth / tenth, 1e6 * last_tenth / tenth, last_tenth / first_tenth,
        PeakMebibytes());
  }

  void CheckAll() {
    struct Part {
      const char* name;
      absl::Status (*check)(Database&);
    };
    for (const Part& part : {Part{"file", CheckIntegrity}, Part{"games", CheckGames}, Part{"schedules", CheckSchedules},
                             Part{"ratings", CheckRatings}, Part{"bots", CheckBots}}) {
      const double begin = Now();
      const absl::Status status = part.check(*database_);
      std::printf("check of %-10s %7.2f s  %s\n", part.name, Now() - begin,
                  status.ok() ? "ok" : std::string(status.message()).c_str());
    }
    std::printf("peak memory %.0f MiB\n", PeakMebibytes());
  }

 private:
  MatchSpec SpecOf(const ScheduledGame& game, const Book& book) const {
    MatchSpec spec;
    spec.game_id = GameIdOf(tournament_.id, game.number);
    spec.ruleset = tournament_.spec.ruleset();
    spec.seed = game.seed;
    spec.red.set_name(NameOf(game.red));
    spec.red.set_version("1");
    spec.blue.set_name(NameOf(game.blue));
    spec.blue.set_version("1");
    spec.time_control = *ParseTimeControl("600");
    spec.policy = tournament_.spec.policy();
    spec.policy.set_max_plies(120);
    spec.given_set_ups = DrawSetUps(book, game.seed);
    spec.start_time = Micros(1'700'000'000'000'000);
    return spec;
  }

  const std::uint32_t games_;
  std::unique_ptr<Database> database_;
  Tournament tournament_;
};

}  // namespace
}  // namespace flagfall::arena

int main(int argc, char** argv) {
  const auto games = argc > 1 ? static_cast<std::uint32_t>(std::atoi(argv[1])) : flagfall::arena::kDefaultGames;
  const std::string folder = argc > 2 ? argv[2] : std::filesystem::temp_directory_path() / "flagfall-scale";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  flagfall::arena::Bench bench(folder, games);
  bench.PlayAll();
  bench.CheckAll();
  std::filesystem::remove_all(folder);
}
