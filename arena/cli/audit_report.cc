#include "arena/cli/audit_report.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/analysis/board_replay.h"
#include "arena/analysis/log_winnings.h"
#include "arena/cli/console.h"
#include "referee/base/counted.h"

namespace flagfall::arena::cli {
namespace {

// An honest bot comes below this once in ten thousand, if its skill is allowed.
constexpr double kSuspicious = 1e-4;

void SetPly(board::Ply from, v1::Ply& to) {
  to.set_from(from.from);
  to.set_to(from.to);
}

std::string PText(double p) {
  return p > analysis::kPMin ? absl::StrFormat("p at most %.2g", p) : absl::StrFormat("p below %g", analysis::kPMin);
}

std::string WinningsText(double winnings) {
  return winnings < analysis::kWinningsMax ? absl::StrFormat("%.3g", winnings)
                                           : absl::StrFormat("above %g", analysis::kWinningsMax);
}

// How many games the test has seen, and of how many.
std::string GamesText(const v1::Audit& audit) {
  if (audit.games_before_left_out() == 0) return Counted(audit.games(), "game");
  return absl::StrCat("the newest ", audit.games(), " of ", audit.games() + audit.games_before_left_out(), " games");
}

std::string TextOf(const std::string& bot, const v1::AskedAgain& asked) {
  const bool is_suspicious = asked.p() <= kSuspicious;
  const std::string left_out = asked.games_left_out() == 0
                                   ? ""
                                   : absl::StrCat(" It was not asked in ", Counted(asked.games_left_out(), "game"),
                                                  " of a tuning, or of another version of its program.");
  const std::string text = absl::StrCat(
      "Asked again ", asked.repeats() == 1 ? "once" : absl::StrCat(asked.repeats(), " times"), " for each of its ",
      Counted(asked.plies(), "ply", "plies"), " in ", Counted(asked.games(), "game"), ", ", Printable(bot), " shows ",
      is_suspicious ? "less than it showed in its games: something told it more there"
                    : "as much of hidden pieces as in its games",
      " (", PText(asked.p()), absl::StrFormat("; advantage %+.4f", asked.advantage()), " on average of ",
      Counted(asked.scored_plies(), "ply", "plies"), " that show something).", left_out, "\n");
  if (!is_suspicious) return text;
  std::vector<std::vector<std::string>> plies = {{"game", "ply", "move", "advantage"}};
  for (const v1::TellingPly& ply : asked.telling()) {
    plies.push_back({ply.game_id(), absl::StrCat(ply.number()), analysis::PlyName(ply.ply()),
                     absl::StrFormat("%.2f", ply.advantage())});
  }
  return absl::StrCat(text, "The plies that showed most:\n", FormatTable(plies));
}

}  // namespace

v1::Audit AuditOf(const analysis::Foreknowledge& foreknowledge) {
  v1::Audit audit;
  audit.set_games(static_cast<std::uint32_t>(foreknowledge.games()));
  audit.set_p(foreknowledge.P());
  for (int i = 0; i < analysis::kHints; ++i) {
    const auto hint = static_cast<analysis::Hint>(i);
    const analysis::SkillBets& bets = foreknowledge.bets(hint);
    v1::AuditHint& row = *audit.add_hints();
    row.set_hint(std::string(analysis::HintName(hint)));
    row.set_guesses(static_cast<std::uint32_t>(bets.guesses()));
    row.set_skill(bets.Skill());
    row.set_skill_allowed(bets.allowed());
    row.set_winnings(bets.Winnings());
  }
  for (const analysis::WeighingPly& weighing : foreknowledge.weighing()) {
    v1::AuditPly& ply = *audit.add_plies();
    ply.set_game_id(weighing.game_id);
    ply.set_number(static_cast<std::uint32_t>(weighing.number));
    SetPly(weighing.ply, *ply.mutable_ply());
    ply.set_hint(std::string(analysis::HintName(weighing.hint)));
    ply.set_weight(weighing.weight);
  }
  return audit;
}

v1::AskedAgain AskedAgainOf(const analysis::AskedAgain& asked) {
  v1::AskedAgain message;
  message.set_games(static_cast<std::uint32_t>(asked.games()));
  message.set_plies(static_cast<std::uint32_t>(asked.plies()));
  message.set_scored_plies(static_cast<std::uint32_t>(asked.scored()));
  message.set_advantage(asked.Advantage());
  message.set_p(asked.P());
  for (const analysis::TellingPly& telling : asked.telling()) {
    v1::TellingPly& ply = *message.add_telling();
    ply.set_game_id(telling.game_id);
    ply.set_number(static_cast<std::uint32_t>(telling.number));
    SetPly(telling.ply, *ply.mutable_ply());
    ply.set_advantage(telling.advantage);
  }
  return message;
}

std::string AuditText(const v1::Audit& audit) {
  std::vector<std::vector<std::string>> hints = {{"hint", "guesses", "skill", "allowed", "winnings"}};
  for (const v1::AuditHint& hint : audit.hints()) {
    hints.push_back({hint.hint(), absl::StrCat(hint.guesses()), absl::StrFormat("%+.2f", hint.skill()),
                     absl::StrFormat("%+.2f", hint.skill_allowed()), WinningsText(hint.winnings())});
  }
  const bool is_suspicious = audit.p() <= kSuspicious;
  const std::string text =
      absl::StrCat(Printable(audit.bot()), ", ", audit.ruleset_id(), ": ", GamesText(audit), ". ",
                   is_suspicious ? "It guesses hidden pieces better than any honest bot should"
                                 : "Nothing says that it knows more than it may",
                   " (", PText(audit.p()), ").\n",
                   audit.games_before_left_out() == 0
                       ? ""
                       : "This p is for one look: only without --games does it hold however often one looks.\n",
                   FormatTable(hints));
  const std::string second = audit.has_asked_again() ? TextOf(audit.bot(), audit.asked_again()) : "";
  if (!is_suspicious || audit.plies().empty()) return absl::StrCat(text, second);
  std::vector<std::vector<std::string>> plies = {{"game", "ply", "move", "hint", "weight"}};
  for (const v1::AuditPly& ply : audit.plies()) {
    plies.push_back({ply.game_id(), absl::StrCat(ply.number()), analysis::PlyName(ply.ply()), ply.hint(),
                     absl::StrFormat("%.2f", ply.weight())});
  }
  return absl::StrCat(text, "The plies that weigh most:\n", FormatTable(plies), second);
}

}  // namespace flagfall::arena::cli
