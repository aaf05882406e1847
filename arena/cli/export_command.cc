// `flagfall game export`: one game, or all that a filter lets through.
#include <cstdint>
#include <fstream>
#include <memory>
#include <ostream>
#include <string>

#include "absl/strings/str_cat.h"
#include "arena/cli/commands.h"
#include "arena/cli/game_filter.h"
#include "arena/web_pages/game_writer.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {
namespace {

struct ExportFlags {
  std::string id;
  GameFilter filter;
  bool all = false;
  std::uint32_t count = 0;
  std::string format;
  std::string output;
};

absl::Status CheckChoice(const ExportFlags& flags) {
  const bool is_filtered = flags.filter.IsGiven() || flags.all;
  if (flags.id.empty() && !is_filtered) {
    return absl::InvalidArgumentError(
        "which games? Give a game's id, options that choose games (as --tournament 3 or --bot random), or --all");
  }
  if (!flags.id.empty() && (is_filtered || flags.count != 0)) {
    return absl::InvalidArgumentError(
        absl::StrCat("game ", flags.id, " is one game: an id goes with no options that choose games"));
  }
  if (flags.id.empty() && flags.format == "json") {
    return absl::InvalidArgumentError("json is the format of one game; that of many is jsonl, one record a line");
  }
  return absl::OkStatus();
}

std::string FormatOf(const Invocation& invocation, const ExportFlags& flags) {
  if (!flags.format.empty()) return flags.format;
  if (flags.id.empty()) return "jsonl";
  return invocation.console.json ? "json" : "text";
}

// The one game as it would come among many.
absl::StatusOr<v1::ExportGamesResponse> OneGame(api::ArenaApi& api, const std::string& game_id, bool with_record) {
  v1::ExportGamesResponse game;
  if (with_record) {
    FLAGFALL_ASSIGN_OR_RETURN(*game.mutable_record(), RecordOf(api, game_id));
    return game;
  }
  v1::GetGameViewRequest request;
  request.set_game_id(game_id);
  request.set_observer(v1::OBSERVER_ALL);
  FLAGFALL_ASSIGN_OR_RETURN(v1::GameView view, api.GetGameView(request));
  *game.mutable_game() = std::move(*view.mutable_game());
  return game;
}

absl::Status WriteOne(api::ArenaApi& api, const std::string& game_id, web_pages::GameWriter& writer) {
  FLAGFALL_ASSIGN_OR_RETURN(const v1::ExportGamesResponse game, OneGame(api, game_id, writer.NeedsRecords()));
  writer.Begin();
  FLAGFALL_RETURN_IF_ERROR(writer.Write(game));
  writer.End();
  return absl::OkStatus();
}

// What was left out is told on standard error, by its first reason.
class LeftOut {
 public:
  void Add(const std::string& game_id, absl::string_view reason) {
    if (count_++ == 0) first_ = absl::StrCat("game ", game_id, ": ", reason);
  }
  void TellOn(std::ostream& err) const {
    if (count_ == 0) return;
    err << count_ << (count_ == 1 ? " game is" : " games are") << " left out; " << first_ << "\n";
  }

 private:
  int count_ = 0;
  std::string first_;
};

absl::Status WriteMany(api::ArenaApi& api, const ExportFlags& flags, web_pages::GameWriter& writer, std::ostream& out,
                       std::ostream& err) {
  v1::ExportGamesRequest request;
  FLAGFALL_ASSIGN_OR_RETURN(*request.mutable_filter(), flags.filter.Request());
  request.set_games_max(flags.count);
  request.set_summaries_only(!writer.NeedsRecords());
  LeftOut left_out;
  bool is_any = false;
  writer.Begin();
  FLAGFALL_RETURN_IF_ERROR(api.ExportGames(request, [&](const v1::ExportGamesResponse& game) -> absl::Status {
    is_any = true;
    if (!game.withheld().empty()) {
      left_out.Add(game.game().game_id(), game.withheld());
      return absl::OkStatus();
    }
    const absl::Status written = writer.Write(game);
    if (absl::IsFailedPrecondition(written)) {
      left_out.Add(game.game().game_id(), written.message());
      return absl::OkStatus();
    }
    FLAGFALL_RETURN_IF_ERROR(written);
    // Whoever reads them, as `head` does, may have seen enough.
    return out ? absl::OkStatus() : absl::CancelledError("the games cannot be written any further");
  }));
  writer.End();
  left_out.TellOn(err);
  return is_any ? absl::OkStatus() : flags.filter.CheckIsKnown(api);
}

absl::Status Export(const Invocation& invocation, const ExportFlags& flags, std::ostream& out) {
  const std::unique_ptr<web_pages::GameWriter> writer = web_pages::GameWriter::Make(FormatOf(invocation, flags), out);
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  if (!flags.id.empty()) return WriteOne(*api, flags.id, *writer);
  return WriteMany(*api, flags, *writer, out, invocation.console.err);
}

absl::Status RunExport(const Invocation& invocation, const ExportFlags& flags) {
  FLAGFALL_RETURN_IF_ERROR(CheckChoice(flags));
  if (flags.output.empty()) return Export(invocation, flags, invocation.console.out);
  std::ofstream file(flags.output, std::ios::binary | std::ios::trunc);
  if (!file) return absl::PermissionDeniedError(absl::StrCat("cannot write ", flags.output));
  absl::Status status = Export(invocation, flags, file);
  file.close();
  if (status.ok() && !file) return absl::PermissionDeniedError(absl::StrCat("cannot write all of ", flags.output));
  return status;
}

}  // namespace

void AddExportCommand(Command game, Invocation& invocation) {
  const auto flags = std::make_shared<ExportFlags>();
  Command exported = AddCommand(game, invocation, "export", "Writes a game, or many, to be read by people or programs",
                                "flagfall game export --tournament 1 --format csv -o games.csv",
                                [&invocation, flags] { return RunExport(invocation, *flags); });
  exported.AddOption("ID", flags->id, "One game, as `game list` prints it; or else choose games by the options below");
  flags->filter.AddTo(exported);
  exported.AddFlag("--all", flags->all, "All games");
  exported.AddOption("--count", flags->count, "At most so many, the newest; all when not given").Positive();
  exported
      .AddOption("--format", flags->format,
                 "text (set-ups and plies, with players, date, result and comments), json (the record), xml (as in the "
                 "Gravon archive; board games), jsonl (a "
                 "record a line), pb (records in protobuf, each after its length), csv (a row for each game). Of one "
                 "game text when not given, of many jsonl")
      .OneOf(web_pages::GameWriter::Formats());
  exported.AddOption("-o,--output", flags->output, "File to write; standard output when not given");
}

}  // namespace flagfall::arena::cli
