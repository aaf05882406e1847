// `flagfall game analyse`: what each ply of a game told the players.
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/analysis/board_replay.h"
#include "arena/analysis/told_bits.h"
#include "arena/cli/commands.h"
#include "flagfall/v1/analysis.pb.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"
#include "referee/rules/side_messages.h"

namespace flagfall::arena::cli {
namespace {

std::string Bits(double bits) { return absl::StrFormat("%.1f", bits); }

// How good a player's beliefs were; nothing where it has handed none in.
std::string TextOf(const std::string& player, bool has_beliefs, const v1::BeliefScore& score) {
  if (!has_beliefs) return "";
  const std::string handed_in =
      absl::StrCat(Printable(player), " has handed in beliefs with ", Counted(score.plies(), "ply", "plies"));
  const std::string scored = score.pieces() == 0
                                 ? "none could be scored"
                                 : absl::StrFormat("it lost %.2f bits by a piece, where counting loses %.2f",
                                                   score.loss_bits(), score.counting_loss_bits());
  const std::string refused = score.refused() == 0 ? ""
                                                   : absl::StrCat("; ", Counted(score.refused(), "belief"),
                                                                  " fitted no hidden piece or had no weights");
  return absl::StrCat(handed_in, ": ", scored, refused, ".\n");
}

// A table of the plies that told something, and what each player learnt in all.
std::string TextOf(const v1::GameAnalysis& analysis) {
  std::vector<std::vector<std::string>> rows = {
      {"ply", "side", "move", "Red learns", "Blue learns", "Red lacks", "Blue lacks"}};
  rows.push_back({"0", "", "", "", "", Bits(analysis.red_missing_bits()), Bits(analysis.blue_missing_bits())});
  constexpr double kNothing = 0.05;
  for (const v1::PlyAnalysis& ply : analysis.plies()) {
    if (ply.red_learnt_bits() < kNothing && ply.blue_learnt_bits() < kNothing) continue;
    rows.push_back({absl::StrCat(ply.number()), std::string(SideName(ply.side())), analysis::PlyName(ply.ply()),
                    Bits(ply.red_learnt_bits()), Bits(ply.blue_learnt_bits()), Bits(ply.red_missing_bits()),
                    Bits(ply.blue_missing_bits())});
  }
  const auto last = [&](double start, double end) { return absl::StrCat(Bits(start - end), " of ", Bits(start)); };
  const bool has_plies = !analysis.plies().empty();
  return absl::StrCat(FormatTable(rows), "In bits. ", Printable(analysis.red()), " (Red) has learnt ",
                      last(analysis.red_missing_bits(),
                           has_plies ? analysis.plies().rbegin()->red_missing_bits() : analysis.red_missing_bits()),
                      ", ", Printable(analysis.blue()), " (Blue) ",
                      last(analysis.blue_missing_bits(),
                           has_plies ? analysis.plies().rbegin()->blue_missing_bits() : analysis.blue_missing_bits()),
                      ". Plies that told nobody anything are left out.\n",
                      TextOf(analysis.red(), analysis.has_red_beliefs(), analysis.red_beliefs()),
                      TextOf(analysis.blue(), analysis.has_blue_beliefs(), analysis.blue_beliefs()));
}

absl::Status Analyse(const Invocation& invocation, const std::string& game_id) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::GameRecord record, RecordOf(*api, game_id));
  FLAGFALL_ASSIGN_OR_RETURN(const v1::GameAnalysis message, analysis::GameAnalysisOf(record));
  Print(invocation.console, message, invocation.console.json ? "" : TextOf(message));
  return absl::OkStatus();
}

}  // namespace

void AddAnalyseCommand(Command game, Invocation& invocation) {
  const auto id = std::make_shared<std::string>();
  AddCommand(game, invocation, "analyse", "Says what each ply of a game told the players about hidden pieces, in bits",
             "flagfall game analyse 1-1", [&invocation, id] { return Analyse(invocation, *id); })
      .AddOption("ID", *id, "As `game list` prints it")
      .Required();
}

}  // namespace flagfall::arena::cli
