// Pages of statistics: what games told the players about each other's pieces, and how a pool's ratings came to be.
#include "absl/strings/str_cat.h"
#include "arena/analysis/board_replay.h"
#include "arena/analysis/bot_bits.h"
#include "arena/analysis/replayed_rulesets.h"
#include "arena/analysis/told_bits.h"
#include "arena/base/second_player.h"
#include "arena/queries/rankings.h"
#include "arena/queries/secrets.h"
#include "arena/store/games.h"
#include "arena/store/host_bots.h"
#include "arena/web/pages.h"
#include "arena/web/parameters.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::web {
namespace {

// Each is played again, which takes milliseconds.
constexpr int kBitsGamesMax = 200;

// NOT_FOUND when there is no such bot, or the ruleset is none of the classic board games.
absl::StatusOr<v1::BotBits> NewestBits(store::Database& database, const std::string& entry,
                                       const std::string& ruleset) {
  if (!analysis::IsReplayed(ruleset)) {
    return absl::NotFoundError(
        absl::StrCat("what games tell is counted in ", analysis::ReplayedRulesetNames("and"), ", not in ", ruleset));
  }
  FLAGFALL_ASSIGN_OR_RETURN(const store::Bot bot, store::FindEntry(database, entry));
  FLAGFALL_ASSIGN_OR_RETURN(const store::GamePage page,
                            store::ListGames(database, {.bot = bot.name(), .ruleset_id = ruleset}, {}, kBitsGamesMax));
  analysis::BotBits bits;
  for (const store::GameSummary& game : page.games) {
    const bool is_red = EntryOfPlayer(game.red) == bot.name();
    if (game.plies == 0 || is_red == (EntryOfPlayer(game.blue) == bot.name())) continue;
    const absl::StatusOr<v1::GameRecord> record = queries::PublicRecord(database, game);
    if (absl::IsFailedPrecondition(record.status())) continue;
    FLAGFALL_RETURN_IF_ERROR(record.status());
    const absl::StatusOr<analysis::GameBits> told = analysis::GameBitsOf(*record);
    FLAGFALL_RETURN_IF_ERROR(StoredGameError(told.status()));
    bits.Add(*told, is_red ? Side::kRed : Side::kBlue);
  }
  v1::BotBits message = MessageOf(bits);
  message.set_bot(bot.name());
  message.set_ruleset(ruleset);
  return message;
}

}  // namespace

absl::StatusOr<Page> Pages::Analysis(const Asked& asked) const {
  const std::string& id = asked.parts[2];
  FLAGFALL_RETURN_IF_ERROR(CheckGameId(id));
  FLAGFALL_RETURN_IF_ERROR(live_state_.CheckIsOver(id));
  return JsonPage(
      asked.Name(),
      [id](store::Database& database) -> absl::StatusOr<v1::GameAnalysis> {
        FLAGFALL_ASSIGN_OR_RETURN(const store::GameSummary game, store::FindGame(database, id));
        FLAGFALL_ASSIGN_OR_RETURN(const v1::GameRecord record, queries::PublicRecord(database, game));
        absl::StatusOr<v1::GameAnalysis> analysis = analysis::GameAnalysisOf(record);
        FLAGFALL_RETURN_IF_ERROR(StoredGameError(analysis.status()));
        return analysis;
      },
      queries::Freshness::kForever);
}

absl::StatusOr<Page> Pages::Bits(const Asked& asked) const {
  FLAGFALL_RETURN_IF_ERROR(CheckBotName(asked.parts[2]));
  return JsonPage(asked.Name(), [bot = std::string(EntryOfPlayer(asked.parts[2])), ruleset = asked.parts[4]](
                                    store::Database& database) { return NewestBits(database, bot, ruleset); });
}

absl::StatusOr<Page> Pages::LikelihoodHistory(const Asked& asked) const {
  FLAGFALL_RETURN_IF_ERROR(CheckBotName(asked.parts[2]));
  FLAGFALL_RETURN_IF_ERROR(CheckPool(asked.parts[4]));
  return JsonPage(asked.Name(),
                  [this, bot = std::string(EntryOfPlayer(asked.parts[2])),
                   pool = asked.parts[4]](store::Database& database) -> absl::StatusOr<v1::LikelihoodHistory> {
                    FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t ledger, watch_.Now());
                    FLAGFALL_ASSIGN_OR_RETURN(const auto moments,
                                              moments_.TryGet(pool, queries::Freshness::kLedger, ledger,
                                                              [&] { return queries::NewMoments(database, pool); }));
                    return queries::LikelihoodHistoryOf(*moments, pool, bot);
                  });
}

absl::StatusOr<Page> Pages::Rankings(const Asked& asked) const {
  FLAGFALL_RETURN_IF_ERROR(CheckPool(asked.parts[2]));
  return JsonPage(asked.Name(),
                  [pool = asked.parts[2]](store::Database& database) { return queries::RankingsPage(database, pool); });
}

absl::StatusOr<Page> Pages::Residuals(const Asked& asked) const {
  FLAGFALL_RETURN_IF_ERROR(CheckPool(asked.parts[2]));
  return JsonPage(asked.Name(), [pool = asked.parts[2]](store::Database& database) {
    return queries::ResidualsPage(database, pool);
  });
}

}  // namespace flagfall::arena::web
