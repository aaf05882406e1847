#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/analysis/foreknowledge.h"
#include "arena/analysis/log_winnings.h"
#include "arena/analysis/told_bits.h"
#include "arena/base/second_player.h"
#include "arena/cli/commands.h"
#include "arena/store/bots.h"
#include "arena/store/games.h"
#include "flagfall/v1/analysis.pb.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"
#include "referee/rules/side_messages.h"

namespace flagfall::arena::cli {
namespace {

// An honest bot comes below this once in ten thousand, if its skill is allowed.
constexpr double kSuspicious = 1e-4;

constexpr std::array kAllHints = {analysis::Hint::kAttack, analysis::Hint::kContact, analysis::Hint::kFlag,
                                  analysis::Hint::kApproach, analysis::Hint::kFlight};
static_assert(kAllHints.size() == analysis::kHints);

struct AuditFlags {
  std::string bot;
  std::string ruleset;
  // 0 for all.
  std::uint32_t games = 0;
  // `hint=skill` each.
  std::vector<std::string> allowed;
};

std::string Bits(double bits) { return absl::StrFormat("%.1f", bits); }

void SetPly(board::Ply from, v1::Ply& to) {
  to.set_from(from.from);
  to.set_to(from.to);
}

board::Ply PlyOf(const v1::Ply& ply) {
  return {.from = static_cast<board::Square>(ply.from()), .to = static_cast<board::Square>(ply.to())};
}

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
    rows.push_back({absl::StrCat(ply.number()), std::string(SideName(ply.side())), board::PlyName(PlyOf(ply.ply())),
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

// Whether the player is the bot, or a version of it, or either against itself.
bool IsOf(const std::string& player, const std::string& bot) {
  const absl::string_view entry = EntryOfPlayer(player);
  return entry == bot || store::BaseNameOf(entry) == bot;
}

struct AuditedGame {
  std::string id;
  Side side = Side::kRed;
};

struct AuditedGames {
  // The oldest first.
  std::vector<AuditedGame> games;
  // How many there are beside them, all of them older.
  std::uint32_t left_out = 0;
};

// The bot's games in the ruleset, or the newest of them where the flags say so: a p holds however often one looks only
// as long as each look begins at the same game. Against itself the bot may well know how it sets up, so that such games
// are left out. NOT_FOUND when it has played none at all.
absl::StatusOr<AuditedGames> GamesOf(api::ArenaApi& api, const AuditFlags& flags) {
  v1::ListGamesRequest request;
  request.set_bot(flags.bot);
  request.set_ruleset_id(flags.ruleset);
  request.set_page_size(store::kGamePageMax);
  AuditedGames audited;
  bool has_played = false;
  do {
    FLAGFALL_ASSIGN_OR_RETURN(const v1::ListGamesResponse page, api.ListGames(request));
    for (const v1::GameSummary& game : page.games()) {
      has_played = true;
      if (IsOf(game.red(), flags.bot) == IsOf(game.blue(), flags.bot)) continue;
      if (flags.games > 0 && audited.games.size() == flags.games) {
        ++audited.left_out;
        continue;
      }
      audited.games.push_back({.id = game.game_id(), .side = IsOf(game.red(), flags.bot) ? Side::kRed : Side::kBlue});
    }
    request.set_page_token(page.next_page_token());
  } while (!request.page_token().empty());
  if (!has_played) return absl::NotFoundError(absl::StrCat(flags.bot, " has played no game of ", flags.ruleset));
  std::reverse(audited.games.begin(), audited.games.end());
  return audited;
}

v1::Audit MessageOf(const analysis::Foreknowledge& foreknowledge, const AuditFlags& flags) {
  v1::Audit audit;
  audit.set_bot(flags.bot);
  audit.set_ruleset_id(flags.ruleset);
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

std::string TextOf(const v1::Audit& audit) {
  std::vector<std::vector<std::string>> hints = {{"hint", "guesses", "skill", "allowed", "winnings"}};
  for (const v1::AuditHint& hint : audit.hints()) {
    hints.push_back({hint.hint(), absl::StrCat(hint.guesses()), absl::StrFormat("%+.2f", hint.skill()),
                     absl::StrFormat("%+.2f", hint.skill_allowed()), WinningsText(hint.winnings())});
  }
  const bool is_suspicious = audit.p() <= kSuspicious;
  std::string text =
      absl::StrCat(Printable(audit.bot()), ", ", audit.ruleset_id(), ": ", GamesText(audit), ". ",
                   is_suspicious ? "It guesses hidden pieces better than any honest bot should"
                                 : "Nothing says that it knows more than it may",
                   " (", PText(audit.p()), ").\n",
                   audit.games_before_left_out() == 0
                       ? ""
                       : "This p is for one look: only without --games does it hold however often one looks.\n",
                   FormatTable(hints));
  if (!is_suspicious || audit.plies().empty()) return text;
  std::vector<std::vector<std::string>> plies = {{"game", "ply", "move", "hint", "weight"}};
  for (const v1::AuditPly& ply : audit.plies()) {
    plies.push_back({ply.game_id(), absl::StrCat(ply.number()), board::PlyName(PlyOf(ply.ply())), ply.hint(),
                     absl::StrFormat("%.2f", ply.weight())});
  }
  return absl::StrCat(text, "The plies that weigh most:\n", FormatTable(plies));
}

absl::StatusOr<std::array<double, analysis::kHints>> AllowedBy(const AuditFlags& flags) {
  std::array<double, analysis::kHints> allowed = analysis::kSkillAllowed;
  for (const std::string& text : flags.allowed) {
    const std::size_t equals = text.find('=');
    const auto hint = std::find_if(kAllHints.begin(), kAllHints.end(), [&](analysis::Hint each) {
      return analysis::HintName(each) == absl::string_view(text).substr(0, equals);
    });
    double skill = 0;
    if (equals == std::string::npos || hint == kAllHints.end() || !absl::SimpleAtod(text.substr(equals + 1), &skill) ||
        !(std::abs(skill) <= analysis::SkillBets::kSkillMax)) {
      return absl::InvalidArgumentError(
          absl::StrCat("--allow is '", text, "'; it takes HINT=SKILL, as contact=0.1, with ",
                       "one of attack, contact, flag, approach and flight, and a skill from ", "-8 to 8"));
    }
    allowed[static_cast<std::size_t>(*hint)] = skill;
  }
  return allowed;
}

absl::Status Audit(const Invocation& invocation, const AuditFlags& flags) {
  FLAGFALL_ASSIGN_OR_RETURN(const auto allowed, AllowedBy(flags));
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  v1::GetBotRequest bot;
  bot.set_name(flags.bot);
  FLAGFALL_RETURN_IF_ERROR(api->GetBot(bot).status());
  FLAGFALL_ASSIGN_OR_RETURN(const AuditedGames audited, GamesOf(*api, flags));
  analysis::Foreknowledge foreknowledge(allowed);
  for (const AuditedGame& game : audited.games) {
    const absl::StatusOr<v1::GameRecord> record = RecordOf(*api, game.id);
    // The first game of a duplicate pair is secret until the second is over.
    if (absl::IsFailedPrecondition(record.status())) continue;
    if (!record.ok()) return record.status();
    FLAGFALL_RETURN_IF_ERROR(foreknowledge.Add(*record, game.side));
  }
  v1::Audit message = MessageOf(foreknowledge, flags);
  message.set_games_before_left_out(audited.left_out);
  Print(invocation.console, message, TextOf(message));
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

void AddAuditCommand(Command app, Invocation& invocation) {
  const auto flags = std::make_shared<AuditFlags>();
  Command audit = AddCommand(app, invocation, "audit", "Tests whether a bot knows more about hidden pieces than it may",
                             "flagfall audit sergeant --ruleset barrage",
                             [&invocation, flags] { return Audit(invocation, *flags); });
  audit.AddOption("BOT", flags->bot, "A bot, or one version of it").Required();
  audit.AddOption("--ruleset", flags->ruleset, "classic, battle, duel or barrage")
      .Required()
      .OneOf({"classic", "battle", "duel", "barrage"});
  audit.AddOption("--allow", flags->allowed,
                  "The skill at one kind of hint that is not held against the bot, as contact=0.1; may be repeated");
  audit
      .AddOption("--games", flags->games,
                 "The newest so many, for one look; p holds however often one looks where it is not given, for all")
      .Positive();
}

}  // namespace flagfall::arena::cli
