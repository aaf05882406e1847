#include "referee/rules/imported_record.h"

#include <memory>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "referee/base/status_macros.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/clause_error.h"
#include "referee/rules/game.h"
#include "referee/rules/outcome_words.h"
#include "referee/rules/side_messages.h"

namespace flagfall {
namespace {

constexpr std::size_t kSeedBytesOfGame = 32;

// Whether the rules of a game decide when it ends so, and no host or player.
bool IsDecidedByRules(v1::Reason reason) {
  return reason == v1::REASON_FLAG_CAPTURED || reason == v1::REASON_NO_LEGAL_PLY ||
         reason == v1::REASON_BOTH_IMMOBILE || reason == v1::REASON_MAX_TICKS;
}

// Whether a repetition rule is broken: of these, files say least.
bool IsOfRepetition(const absl::Status& status) {
  const std::string clause = ClauseOf(status);
  return absl::StartsWith(clause, "R3.") || absl::StartsWith(clause, "R4.");
}

bool IsResult(v1::Result result) {
  return result == v1::RESULT_RED_WINS || result == v1::RESULT_BLUE_WINS || result == v1::RESULT_DRAW;
}

// Compares how the game is said to have ended with how it stands after all of its actions.
absl::Status CheckEnd(const Game& game, const v1::Outcome& told) {
  const std::optional<v1::Outcome> ended = game.Outcome();
  if (!IsResult(told.result())) {
    return absl::InvalidArgumentError(absl::StrCat(
        told.result() == v1::RESULT_UNSPECIFIED ? "the game is not over after its last action, and no result is told"
                                                : absl::StrCat("the result is ", ResultWords(told.result())),
        "; expected red wins, blue wins or draw"));
  }
  if (ended.has_value()) {
    if (ended->result() == told.result() && ended->reason() == told.reason()) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat("the result is told as ", OutcomeWords(told),
                                                   "; the game ended by its last action: ", OutcomeWords(*ended)));
  }
  if (told.reason() == v1::REASON_UNSPECIFIED || !v1::Reason_IsValid(told.reason())) {
    return absl::InvalidArgumentError("no reason is told for the result; expected one, as in resigned");
  }
  if (!IsDecidedByRules(told.reason())) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("the result is told as ", OutcomeWords(told),
                                                 "; after the last action the game is still on, so that it can have "
                                                 "ended only by a player or a host, as in resigned"));
}

absl::StatusOr<v1::GameRecord> RecordBy(const v1::Ruleset& ruleset, const ToldGame& told) {
  v1::GameRecord record;
  record.set_imported_format(told.format);
  record.set_game_id(told.game_id);
  record.set_seed(told.seed);
  *record.mutable_red() = told.red;
  *record.mutable_blue() = told.blue;
  if (told.start_time.has_value()) *record.mutable_start_time() = *told.start_time;
  FLAGFALL_ASSIGN_OR_RETURN(*record.mutable_ruleset(), CompleteRuleset(ruleset));
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<Game> game, NewGame(record.ruleset(), record.seed()));
  for (const ToldAction& action : told.actions) {
    if (const auto acted = game->Act(action.side, action.action); !acted.ok()) {
      return AtLine(action.line, acted.status());
    }
    v1::RecordEntry& entry = *record.add_entries();
    entry.set_side(action.side);
    *entry.mutable_acted()->mutable_action() = action.action;
    entry.mutable_acted()->set_comment(action.comment);
  }
  const std::optional<v1::Outcome> ended = game->Outcome();
  const bool is_told = told.outcome.result() != v1::RESULT_UNSPECIFIED;
  *record.mutable_outcome() = ended.has_value() && !is_told ? *ended : told.outcome;
  record.set_plies(game->Progress().plies);
  if (const absl::Status end = CheckEnd(*game, record.outcome()); !end.ok()) return AtLine(told.outcome_line, end);
  if (ended.has_value() && record.outcome().detail().empty()) *record.mutable_outcome() = *ended;
  return record;
}

}  // namespace

absl::StatusOr<v1::GameRecord> ImportedRecordOf(const ToldGame& told) {
  absl::StatusOr<v1::GameRecord> record = RecordBy(told.ruleset, told);
  if (told.otherwise.empty() || !IsOfRepetition(record.status())) return record;
  v1::Ruleset ruleset = told.ruleset;
  for (const v1::RulesetOption& option : told.otherwise) *ruleset.add_options() = option;
  return RecordBy(ruleset, told);
}

absl::Status CheckImportedRecord(const v1::GameRecord& record) {
  if (record.imported_format().empty()) return absl::FailedPreconditionError("the record is of a game played here");
  if (record.seed().size() != kSeedBytesOfGame) {
    return absl::DataLossError(
        absl::StrCat("the seed has ", record.seed().size(), " bytes; a game's has ", kSeedBytesOfGame));
  }
  const auto game = NewGame(record.ruleset(), record.seed());
  if (!game.ok()) return absl::DataLossError(game.status().message());
  int number = 0;
  for (const v1::RecordEntry& entry : record.entries()) {
    ++number;
    if (!entry.has_acted()) {
      return absl::DataLossError(absl::StrCat("entry ", number, " is no action; an imported game has nothing else"));
    }
    const auto acted = (*game)->Act(entry.side(), entry.acted().action());
    if (!acted.ok()) {
      return absl::DataLossError(At(absl::StrCat("entry ", number), acted.status()).message());
    }
  }
  if (record.plies() != (*game)->Progress().plies) {
    return absl::DataLossError(
        absl::StrCat("the record says ", record.plies(), " plies, and its actions make ", (*game)->Progress().plies));
  }
  const absl::Status end = CheckEnd(**game, record.outcome());
  return end.ok() ? end : absl::DataLossError(end.message());
}

std::string UncheckedOf(const v1::GameRecord& record) {
  std::string unchecked = "who played, and when; clocks; what each player was told";
  if (!IsDecidedByRules(record.outcome().reason())) {
    absl::StrAppend(&unchecked, "; that it ended by ", ReasonWords(record.outcome().reason()));
  }
  return unchecked;
}

}  // namespace flagfall
