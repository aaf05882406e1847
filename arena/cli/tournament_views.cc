#include "arena/cli/tournament_views.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "arena/base/names.h"
#include "arena/base/waiting_games.h"
#include "arena/cli/commands.h"
#include "arena/cli/control_variate_flag.h"
#include "arena/cli/pages.h"
#include "arena/cli/report.h"
#include "arena/cli/schedule_flags.h"
#include "arena/cli/spec_flags.h"
#include "arena/cli/tuning_report.h"
#include "arena/tournament/crosstable.h"
#include "arena/tournament/example_spec.h"
#include "arena/tournament/formats.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {
namespace {

// "12/40"; "12" of a tournament without end.
std::string GamesText(const v1::Tournament& tournament) {
  if (tournament.games_total() == 0) return absl::StrCat(tournament.games_stored());
  return absl::StrCat(tournament.games_stored(), "/", tournament.games_total());
}

// "swiss, 9 rounds, 2 games a pairing, duplicate".
std::string FormatText(const v1::TournamentSpec& spec) {
  const tournament::FormatDefinition* format = tournament::FindFormat(spec.format());
  std::string text = format == nullptr ? "unknown" : absl::StrReplaceAll(format->name, {{"-", " "}});
  if (spec.rounds() > 0) absl::StrAppend(&text, ", ", Counted(spec.rounds(), "round"));
  if (spec.games() > 0) absl::StrAppend(&text, ", ", Counted(spec.games(), "game"), " a pairing");
  if (!spec.book().empty()) absl::StrAppend(&text, ", set-ups from a book");
  if (spec.duplicate()) absl::StrAppend(&text, ", duplicate pairs");
  return text;
}

// "running"; "scheduled for 2026-12-01 18:00:00".
std::string StateText(const v1::Tournament& tournament) {
  std::string word = EnumWord(tournament.state());
  if (tournament.state() != v1::Tournament::STATE_SCHEDULED) return word;
  return absl::StrCat(word, " for ", TimeText(tournament.spec().start_time()));
}

std::vector<std::string> RowOf(const v1::Tournament& tournament) {
  return {absl::StrCat(tournament.id()),
          tournament.spec().name(),
          tournament.spec().ruleset().id(),
          tournament.spec().bots().empty() ? "-" : absl::StrCat(tournament.spec().bots_size()),
          GamesText(tournament),
          StateText(tournament),
          TimeText(tournament.update_time()),
          TimeText(tournament.create_time())};
}

absl::Status PrintTournaments(const Invocation& invocation, int count) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  Listing listing(invocation.console, {"id", "name", "ruleset", "bots", "games", "state", "since", "created"});
  FLAGFALL_RETURN_IF_ERROR(
      ReadPages(*api, &api::ArenaApi::ListTournaments, {}, count, [&](const v1::ListTournamentsResponse& page) {
        for (const v1::Tournament& tournament : page.tournaments()) listing.Add(tournament, RowOf(tournament));
        return count -= page.tournaments_size();
      }));
  listing.Print("No tournaments yet; `flagfall tournament run` plays one.\n");
  return absl::OkStatus();
}

// "3 (host_late 2, supervisor_killed 1)"; "0" when there are none.
std::string VoidsText(const google::protobuf::RepeatedPtrField<v1::ReasonCount>& voids) {
  std::uint32_t games = 0;
  std::string causes;
  for (const v1::ReasonCount& count : voids) {
    games += count.games();
    absl::StrAppend(&causes, causes.empty() ? "" : ", ", EnumWord(count.reason()), " ", count.games());
  }
  return causes.empty() ? "0" : absl::StrCat(games, " (", causes, ")");
}

// Where time went beside the bots' thinking, and what was void: what a host looks at when something seems to be slow.
std::string TimesText(const v1::Tournament& tournament) {
  if (tournament.times().empty()) return "";
  std::vector<std::vector<std::string>> table = {
      {"bot", "games", "unsent s", "away s", "host late s", "void attempts"}};
  for (const v1::BotTimes& times : tournament.times()) {
    table.push_back({times.bot(), absl::StrCat(times.games()), absl::StrFormat("%.3f", times.unsent_seconds()),
                     absl::StrFormat("%.3f", times.away_seconds()), absl::StrFormat("%.3f", times.host_delay_seconds()),
                     VoidsText(times.voids())});
  }
  return absl::StrCat(
      "\nTimes of all games together: decisions waited for the bot to take them (unsent), it was away, the "
      "host read its messages late.\n",
      FormatTable(table), "Void attempts in all: ", VoidsText(tournament.voids()), "\n");
}

// At which head of the ledger's chain a finished tournament ended; empty of others.
std::string ChainText(const v1::Tournament& tournament) {
  if (tournament.chain_head().empty()) return "";
  return absl::StrCat("All of its results are chained at ", Printable(tournament.chain_head()), "\n");
}

absl::Status PrintTournament(const Invocation& invocation, std::int64_t id, bool as_csv,
                             const ControlVariateFlag& control_variate) {
  v1::GetTournamentRequest request;
  request.set_id(static_cast<std::uint32_t>(id));
  control_variate.SetIn(request);
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Tournament tournament, api->GetTournament(request));
  const Console& console = invocation.console;
  if (as_csv) {
    const bool is_tuning = tournament.spec().format() == v1::TournamentSpec::FORMAT_TUNE;
    console.out << Printable(is_tuning ? TuningCsv(tournament) : tournament::StandingsCsv(tournament), true);
    return absl::OkStatus();
  }
  const v1::TournamentSpec& spec = tournament.spec();
  PrintHeadline(spec, id, console);
  if (!console.json) {
    console.out << FormatText(spec) << "; played " << GamesText(tournament) << ", " << EnumWord(tournament.state())
                << " since " << TimeText(tournament.update_time()) << ", created " << TimeText(tournament.create_time())
                << "\n";
    console.out << ScheduleText(tournament) << QualificationsText(tournament);
    if (tournament.has_waiting()) {
      console.out << Printable(WaitingText(tournament.waiting()), true) << "\n";
    }
    if (!tournament.error().empty()) console.out << "Why: " << Printable(tournament.error(), true) << "\n";
    console.out << "\n";
  }
  if (console.json || !spec.bots().empty()) PrintCrosstable(tournament, console);
  if (console.json) return absl::OkStatus();
  console.out << Printable(TimesText(tournament), true) << ChainText(tournament);
  return absl::OkStatus();
}

// "1-0", "0-1", "½-½".
std::string ScoreText(const v1::GameSummary& game) {
  if (game.outcome().result() == v1::RESULT_DRAW) return "1/2-1/2";
  return game.outcome().result() == v1::RESULT_RED_WINS ? "1-0" : "0-1";
}

absl::StatusOr<std::vector<v1::GameSummary>> GamesOf(const Invocation& invocation, std::uint32_t id) {
  v1::ListGamesRequest request;
  request.set_tournament_id(id);
  std::vector<v1::GameSummary> games;
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  FLAGFALL_RETURN_IF_ERROR(
      ReadPages(*api, &api::ArenaApi::ListGames, request, kAllPages, [&](const v1::ListGamesResponse& page) {
        games.insert(games.end(), page.games().begin(), page.games().end());
        return kAllPages;
      }));
  // By number: the ids differ in nothing else.
  std::sort(games.begin(), games.end(), [](const auto& a, const auto& b) {
    return std::pair(a.game_id().size(), a.game_id()) < std::pair(b.game_id().size(), b.game_id());
  });
  return games;
}

// The games that have been played, in the order of the schedule.
absl::Status PrintPairings(const Invocation& invocation, std::uint32_t id) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<v1::GameSummary> games, GamesOf(invocation, id));
  Listing listing(invocation.console, {"round", "game", "red", "blue", "score", "reason"});
  for (const v1::GameSummary& game : games) {
    listing.Add(game, {absl::StrCat(game.round()), game.game_id(), game.red(), game.blue(), ScoreText(game),
                       EnumWord(game.outcome().reason())});
  }
  listing.Print("No games yet.\n");
  return absl::OkStatus();
}

absl::Status PrintExample(const Console& console, const std::string& format) {
  FLAGFALL_ASSIGN_OR_RETURN(const v1::TournamentSpec::Format named, FormatNamed(format));
  console.out << tournament::ExampleSpec(named);
  return absl::OkStatus();
}

}  // namespace

void PrintHeadline(const v1::TournamentSpec& spec, std::int64_t id, const Console& console) {
  if (console.json) return;
  console.out << "Tournament " << id << ", " << Printable(spec.name()) << ": " << Printable(RulesetText(spec.ruleset()))
              << ", " << Printable(spec.time_control())
              << (spec.time_control_reference() == 0
                      ? ""
                      : absl::StrCat(" on a machine of ", spec.time_control_reference(), " plies a second"))
              << ", seed " << (spec.seed() == 0 ? "told when the tournament is over" : absl::StrCat(spec.seed()))
              << std::endl;
}

void AddTournamentViews(Command tournament, Invocation& invocation) {
  const auto count = std::make_shared<int>(50);
  AddCommand(tournament, invocation, "list", "Lists the tournaments, the newest first", "flagfall tournament list",
             [&invocation, count] { return PrintTournaments(invocation, *count); })
      .AddOption("--count", *count, "How many")
      .InRange(1, 1000000)
      .ShowDefault();

  const auto id = std::make_shared<std::uint32_t>(0);
  const auto as_csv = std::make_shared<bool>(false);
  const auto control_variate = std::make_shared<ControlVariateFlag>();
  Command show = AddCommand(tournament, invocation, "show", "Shows a tournament with its table",
                            "flagfall tournament show 1", [&invocation, id, as_csv, control_variate] {
                              return PrintTournament(invocation, *id, *as_csv, *control_variate);
                            });
  show.AddOption("ID", *id, "As `tournament list` prints it").Required().Positive();
  show.AddFlag("--csv", *as_csv,
               "The table as comma-separated values, with a line of headings; of a tuning, how its options moved");
  control_variate->AddTo(show);
  AddCommand(tournament, invocation, "pairings", "Lists a tournament's games in the order of its schedule, by rounds",
             "flagfall tournament pairings 1", [&invocation, id] { return PrintPairings(invocation, *id); })
      .AddOption("ID", *id, "As `tournament list` prints it")
      .Required()
      .Positive();

  const auto format = std::make_shared<std::string>("round-robin");
  AddCommand(
      tournament, invocation, "init", "Prints a spec with comments to begin from, for --spec",
      "flagfall tournament init --format swiss",
      [&invocation, format] { return PrintExample(invocation.console, *format); }, Json::kNone)
      .AddOption("--format", *format, tournament::FormatNames("or"))
      .ShowDefault();
}

}  // namespace flagfall::arena::cli
