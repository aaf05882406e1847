#include <memory>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/base/json.h"
#include "arena/base/names.h"
#include "arena/cli/commands.h"
#include "arena/cli/game_filter.h"
#include "arena/cli/pages.h"
#include "arena/cli/ranks_flag.h"
#include "referee/base/status_macros.h"
#include "referee/match/time_control.h"
#include "referee/match/time_control_scale.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/side_messages.h"

namespace flagfall::arena::cli {
namespace {

constexpr double kMicrosPerSecond = 1e6;
constexpr std::uint64_t kBytesPerMiB = 1024 * 1024;

struct ListFlags {
  GameFilter filter;
  int count = 50;
};

struct ShowFlags {
  std::string id;
  std::string view = "all";
  std::optional<std::uint32_t> ply;
  std::string color = "auto";
  RanksFlag ranks;
};

std::vector<std::string> RowOf(const v1::GameSummary& game) {
  return {game.game_id(),
          game.ruleset_id(),
          game.red(),
          game.blue(),
          EnumWord(game.outcome().result()),
          EnumWord(game.outcome().reason()),
          absl::StrCat(game.plies()),
          game.has_rating() ? EloChangeText(game.rating().red_elo_change()) : "-",
          game.has_start_time() ? TimeText(game.start_time()) : "-"};
}

absl::Status PrintGames(const Invocation& invocation, const ListFlags& flags) {
  FLAGFALL_ASSIGN_OR_RETURN(v1::ListGamesRequest request, flags.filter.Request());
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  Listing listing(invocation.console,
                  {"game", "ruleset", "red", "blue", "result", "reason", "plies", "Elo of Red", "began"});
  int left = flags.count;
  FLAGFALL_RETURN_IF_ERROR(
      ReadPages(*api, &api::ArenaApi::ListGames, request, left, [&](const v1::ListGamesResponse& page) {
        for (const v1::GameSummary& game : page.games()) listing.Add(game, RowOf(game));
        return left -= page.games_size();
      }));
  if (left == flags.count) FLAGFALL_RETURN_IF_ERROR(flags.filter.CheckIsKnown(*api));
  listing.Print("No such games.\n");
  return absl::OkStatus();
}

v1::Observer ObserverNamed(const std::string& name) {
  if (name == "red") return v1::OBSERVER_RED;
  if (name == "blue") return v1::OBSERVER_BLUE;
  return name == "spectator" ? v1::OBSERVER_SPECTATOR : v1::OBSERVER_ALL;
}

// What a bot used for the game; empty where its host did not measure it.
std::string UseText(absl::string_view side, const v1::SeatUse& use) {
  if (use.bytes_to_bot() == 0) return "";
  std::string text = absl::StrFormat("%s's bot: %d bytes of messages from it, %d to it", side, use.bytes_from_bot(),
                                     use.bytes_to_bot());
  if (use.unsent_micros() > 0) {
    absl::StrAppendFormat(&text, "; decisions waited %.3f s until it took them",
                          static_cast<double>(use.unsent_micros()) / kMicrosPerSecond);
  }
  if (use.away_micros() > 0) {
    absl::StrAppendFormat(&text, "; away %.3f s", static_cast<double>(use.away_micros()) / kMicrosPerSecond);
  }
  if (use.memory_bytes_peak() > 0) {
    absl::StrAppendFormat(&text, "; CPU %.2f s, off its turns %.2f s; memory %d MiB at most; processes %d",
                          static_cast<double>(use.cpu_micros()) / kMicrosPerSecond,
                          static_cast<double>(use.off_turn_cpu_micros()) / kMicrosPerSecond,
                          use.memory_bytes_peak() / kBytesPerMiB, use.processes());
  }
  return text + "\n";
}

std::string CommentsText(const v1::GameView& shown) {
  std::string text;
  for (const v1::ActionComment& comment : shown.comments()) {
    absl::StrAppend(&text, text.empty() ? "\n" : "", "comment of ", SideName(comment.side()), ": ",
                    Printable(comment.text()), "\n");
  }
  return text;
}

// By what the players played; empty where that is the tournament's time control as it stands.
std::string ScaledText(const v1::GameRecord& record) {
  if (!record.has_time_control_scale()) return "";
  const v1::TimeControlScale& scale = record.time_control_scale();
  return absl::StrCat("time control ", FormatTimeControl(record.time_control()), ", scaled by ",
                      ScaleText(scale.scale_ppm()), ": for ", scale.reference_plies_per_second(),
                      " plies a second, on a machine of ", scale.machine_plies_per_second(), "\n");
}

absl::Status ShowGame(const Invocation& invocation, const ShowFlags& flags) {
  v1::GetGameViewRequest request;
  request.set_game_id(flags.id);
  request.set_observer(ObserverNamed(flags.view));
  if (flags.ply.has_value()) request.set_ply(*flags.ply);
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::GameView shown, api->GetGameView(request));
  const Console& console = invocation.console;
  if (console.json) {
    PrintJson(shown, console.out);
    return absl::OkStatus();
  }
  FLAGFALL_ASSIGN_OR_RETURN(const v1::GameRecord record, RecordOf(*api, flags.id));
  FLAGFALL_ASSIGN_OR_RETURN(const RulesetDefinition* ruleset, FindRuleset(record.ruleset().id()));
  const v1::GameSummary& game = shown.game();
  console.out << "Game " << game.game_id() << ", " << RulesetText(record.ruleset())
              << (game.is_imported() ? ", imported: played elsewhere" : "") << "\nred " << Printable(game.red()) << " "
              << Printable(record.red().version()) << ", blue " << Printable(game.blue()) << " "
              << Printable(record.blue().version()) << "\n"
              << EnumWord(game.outcome().result()) << ", " << EnumWord(game.outcome().reason()) << ": "
              << Printable(game.outcome().detail()) << "\n"
              << ScaledText(record) << UseText("red", record.red_use()) << UseText("blue", record.blue_use())
              << "after ply " << shown.ply() << " of " << game.plies() << ", "
              << (flags.view == "all" ? "with all that is hidden" : absl::StrCat("as ", flags.view, " sees it"))
              << "\n\n";
  const DrawStyle style{.in_colour = flags.color == "always" || (flags.color == "auto" && console.is_terminal),
                        .ranks = flags.ranks.order()};
  console.out << ruleset->Draw(shown.view(), style) << "\n" << ruleset->Legend(style) << CommentsText(shown);
  return absl::OkStatus();
}

absl::Status PrintReceipt(const Invocation& invocation, const std::string& game_id) {
  v1::GetGameReceiptRequest request;
  request.set_game_id(game_id);
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::GameReceipt receipt, api->GetGameReceipt(request));
  invocation.console.out << ToJson(receipt) << "\n";
  return absl::OkStatus();
}

void AddReceipt(Command parent, Invocation& invocation) {
  const auto id = std::make_shared<std::string>();
  AddCommand(parent, invocation, "receipt",
             "Prints what shows that a game is in the ledger's signed chain, for `verify --receipt`",
             "flagfall game receipt 1-1", [&invocation, id] { return PrintReceipt(invocation, *id); })
      .AddOption("ID", *id, "As `game list` prints it")
      .Required();
}

void AddList(Command parent, Invocation& invocation) {
  const auto flags = std::make_shared<ListFlags>();
  Command list = AddCommand(parent, invocation, "list", "Lists games, the newest first",
                            "flagfall game list --bot random --result draw",
                            [&invocation, flags] { return PrintGames(invocation, *flags); });
  flags->filter.AddTo(list);
  list.AddOption("--count", flags->count, "How many").InRange(1, 1000000).ShowDefault();
}

void AddShow(Command parent, Invocation& invocation) {
  const auto flags = std::make_shared<ShowFlags>();
  Command show = AddCommand(parent, invocation, "show", "Draws the board of a game at a ply",
                            "flagfall game show 1-1 --view red --ply 1",
                            [&invocation, flags] { return ShowGame(invocation, *flags); });
  show.AddOption("ID", flags->id, "As `game list` prints it").Required();
  show.AddOption("--view", flags->view, "Whose knowledge: red, blue, spectator or all")
      .OneOf({"red", "blue", "spectator", "all"})
      .ShowDefault();
  show.AddOption("--ply", flags->ply, "After so many plies; the last when not given");
  flags->ranks.AddTo(show);
  show.AddOption("--color", flags->color, "auto, always or never").OneOf({"auto", "always", "never"}).ShowDefault();
}

}  // namespace

void AddGameCommands(Command app, Invocation& invocation) {
  Command game = app.AddGroup("game", "Lists, shows, exports and imports games", "flagfall game show 1-1");
  AddList(game, invocation);
  AddShow(game, invocation);
  AddReceipt(game, invocation);
  AddAnalyseCommand(game, invocation);
  AddBitsCommand(game, invocation);
  AddExportCommand(game, invocation);
  AddImportCommand(game, invocation);
}

}  // namespace flagfall::arena::cli
