// `flagfall audit`: whether a bot knows more about hidden pieces than it may.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "arena/analysis/foreknowledge.h"
#include "arena/analysis/replayed_rulesets.h"
#include "arena/base/second_player.h"
#include "arena/cli/audit_asking.h"
#include "arena/cli/audit_report.h"
#include "arena/cli/commands.h"
#include "arena/cli/exam_flags.h"
#include "arena/cli/pages.h"
#include "arena/runner/stop_signals.h"
#include "arena/store/bots.h"
#include "flagfall/v1/analysis.pb.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {
namespace {

constexpr std::array kAllHints = {analysis::Hint::kAttack, analysis::Hint::kContact, analysis::Hint::kFlag,
                                  analysis::Hint::kApproach, analysis::Hint::kFlight};
static_assert(kAllHints.size() == analysis::kHints);

struct AuditFlags {
  AuditFlags() : asking(GameFilter::Default::kPlayedHere) { asking.repeats = 0; }

  std::string bot;
  std::string ruleset;
  // 0 for all.
  std::uint32_t games = 0;
  // `hint=skill` each.
  std::vector<std::string> allowed;
  // How the bot is asked again; not at all where `repeats` is 0.
  ExamFlags asking;
};

// Whether the player is the bot, or a version of it, or either against itself.
bool IsOf(const std::string& player, const std::string& bot) {
  const absl::string_view entry = EntryOfPlayer(player);
  return entry == bot || store::BaseNameOf(entry) == bot;
}

struct AuditedGame {
  std::string id;
  std::uint32_t tournament_id = 0;
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
  AuditedGames audited;
  bool has_played = false;
  FLAGFALL_RETURN_IF_ERROR(
      ReadPages(api, &api::ArenaApi::ListGames, request, kAllPages, [&](const v1::ListGamesResponse& page) {
        for (const v1::GameSummary& game : page.games()) {
          has_played = true;
          if (IsOf(game.red(), flags.bot) == IsOf(game.blue(), flags.bot)) continue;
          if (flags.games > 0 && audited.games.size() == flags.games) {
            ++audited.left_out;
            continue;
          }
          audited.games.push_back({.id = game.game_id(),
                                   .tournament_id = game.tournament_id(),
                                   .side = IsOf(game.red(), flags.bot) ? Side::kRed : Side::kBlue});
        }
        return kAllPages;
      }));
  if (!has_played) return absl::NotFoundError(absl::StrCat(flags.bot, " has played no game of ", flags.ruleset));
  std::reverse(audited.games.begin(), audited.games.end());
  return audited;
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
  const bool asks = flags.asking.repeats > 0;
  if (asks) FLAGFALL_RETURN_IF_ERROR(CheckIsLocal(invocation, "audit --ask"));
  // Before any other thread is made.
  const std::unique_ptr<runner::StopSignals> signals = asks ? std::make_unique<runner::StopSignals>() : nullptr;
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  v1::GetBotRequest bot;
  bot.set_name(flags.bot);
  FLAGFALL_RETURN_IF_ERROR(api->GetBot(bot).status());
  FLAGFALL_ASSIGN_OR_RETURN(const AuditedGames audited, GamesOf(*api, flags));
  analysis::Foreknowledge foreknowledge(allowed);
  std::vector<GameToAskIn> to_ask_in;
  for (const AuditedGame& game : audited.games) {
    absl::StatusOr<v1::GameRecord> record = RecordOf(*api, game.id);
    // The first game of a duplicate pair is secret until the second is over.
    if (absl::IsFailedPrecondition(record.status())) continue;
    if (!record.ok()) return record.status();
    FLAGFALL_RETURN_IF_ERROR(foreknowledge.Add(*record, game.side));
    if (asks) to_ask_in.push_back({*std::move(record), game.tournament_id, game.side});
  }
  v1::Audit message = AuditOf(foreknowledge);
  message.set_bot(flags.bot);
  message.set_ruleset_id(flags.ruleset);
  message.set_games_before_left_out(audited.left_out);
  if (asks) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<store::Database> database, invocation.home().OpenForReading());
    FLAGFALL_ASSIGN_OR_RETURN(*message.mutable_asked_again(),
                              AskAgain(invocation, flags.asking, *database, *api, to_ask_in, signals->Token()));
  }
  Print(invocation.console, message, AuditText(message));
  return absl::OkStatus();
}

}  // namespace

void AddAuditCommand(Command app, Invocation& invocation) {
  const auto flags = std::make_shared<AuditFlags>();
  Command audit = AddCommand(app, invocation, "audit", "Tests whether a bot knows more about hidden pieces than it may",
                             "flagfall audit sergeant --ruleset barrage",
                             [&invocation, flags] { return Audit(invocation, *flags); });
  audit.AddOption("BOT", flags->bot, "A bot, or one version of it").Required();
  audit.AddOption("--ruleset", flags->ruleset, analysis::ReplayedRulesetNames("or"))
      .Required()
      .OneOf(analysis::ReplayedRulesets());
  audit.AddOption("--allow", flags->allowed,
                  "The skill at one kind of hint that is not held against the bot, as contact=0.1; may be repeated");
  audit
      .AddOption("--games", flags->games,
                 "The newest so many, for one look; p holds however often one looks where it is not given, for all")
      .Positive();
  audit
      .AddOption(
          "--ask", flags->asking.repeats,
          "Also start the bot and ask it so often again for each of its plies, where nobody can tell it anything: "
          "finds a bot that is told little (4 is enough)")
      .InRange<std::uint32_t>(1, 10'000);
  AddAskingFlags(audit, flags->asking);
}

}  // namespace flagfall::arena::cli
