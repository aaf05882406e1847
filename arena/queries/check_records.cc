#include "arena/queries/check_records.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/books/book.h"
#include "arena/store/books.h"
#include "arena/store/check.h"
#include "arena/store/games.h"
#include "arena/store/tournaments.h"
#include "arena/tournament/check_record.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::queries {
namespace {

absl::Status Differs(const v1::GameRecord& record, absl::string_view what) {
  return absl::DataLossError(absl::StrCat("game ", record.game_id(), " was played ", what));
}

bool HasSetUp(const v1::GameRecord& record, v1::Side side, const v1::SetUp& wanted) {
  const std::string text = wanted.SerializeAsString();
  const v1::SetUp& given = side == v1::SIDE_RED ? record.given_set_ups().red() : record.given_set_ups().blue();
  if (given.SerializeAsString() == text) return true;
  return absl::c_any_of(record.entries(), [&](const v1::RecordEntry& entry) {
    return entry.side() == side && entry.acted().action().has_set_up() &&
           entry.acted().action().set_up().SerializeAsString() == text;
  });
}

// Compares records with the specs of their tournaments. Games come mostly tournament by tournament, so the last
// tournament alone is kept.
class RecordChecker {
 public:
  explicit RecordChecker(store::Database& database) : database_(database) {}

  absl::Status Check(const store::RecordedGame& game, const v1::GameRecord& record) {
    FLAGFALL_RETURN_IF_ERROR(TurnTo(game.tournament_id));
    const v1::TournamentSpec& spec = tournament_->spec;
    for (const std::string& player : {record.red().name(), record.blue().name()}) {
      if (absl::c_linear_search(spec.bots(), player)) continue;
      return Differs(record, absl::StrCat("by ", player, ", which is not among the bots of its tournament's spec"));
    }
    FLAGFALL_RETURN_IF_ERROR(tournament::CheckRecord(spec,
                                                     {.number = game.number,
                                                      .attempt = game.attempt,
                                                      .first_of_pair = game.first_of_pair,
                                                      .first_attempt = game.first_attempt,
                                                      .is_undecided = game.is_undecided},
                                                     record));
    return CheckGivenSetUps(game, record);
  }

 private:
  absl::Status TurnTo(std::int64_t id) {
    if (tournament_.has_value() && tournament_->id == id) return absl::OkStatus();
    FLAGFALL_ASSIGN_OR_RETURN(tournament_, store::FindTournament(database_, id));
    book_.reset();
    const v1::TournamentSpec& spec = tournament_->spec;
    if (spec.book().empty()) return absl::OkStatus();
    FLAGFALL_ASSIGN_OR_RETURN(const std::string text, store::BookOf(database_, spec));
    absl::StatusOr<books::Book> book = books::FindBook(text, spec.ruleset());
    if (!book.ok())
      return absl::DataLossError(absl::StrCat("tournament ", id, ": its book: ", book.status().message()));
    book_ = *std::move(book);
    return absl::OkStatus();
  }

  // What HomeLedger gives to the players (arena/runner).
  absl::Status CheckGivenSetUps(const store::RecordedGame& game, const v1::GameRecord& record) {
    const bool has_given = record.has_given_set_ups();
    if (book_.has_value()) {
      // A game that is lost without play is never set up.
      if (!has_given && record.outcome().reason() == v1::REASON_FORFEIT_NO_SHOW) return absl::OkStatus();
      const v1::GivenSetUps drawn = books::DrawSetUps(*book_, record.seed());
      if (record.given_set_ups().SerializeAsString() == drawn.SerializeAsString()) return absl::OkStatus();
      return Differs(record, "on other set-ups than its tournament's book gives for its seed");
    }
    // The first game of a pair has no set-ups if it ended before both were in.
    if (!has_given) return absl::OkStatus();
    const bool may_be_second = game.first_of_pair != 0 || game.is_undecided;
    if (!tournament_->spec.duplicate() || !may_be_second) {
      return Differs(record, "on set-ups of its host, and its tournament's spec gives none");
    }
    if (game.first_of_pair == 0) return absl::OkStatus();
    FLAGFALL_ASSIGN_OR_RETURN(const v1::GameRecord first,
                              store::FindRecord(database_, store::GameIdOf(game.tournament_id, game.first_of_pair)));
    const v1::GivenSetUps& given = record.given_set_ups();
    if (HasSetUp(first, v1::SIDE_RED, given.red()) && HasSetUp(first, v1::SIDE_BLUE, given.blue())) {
      return absl::OkStatus();
    }
    return Differs(record, absl::StrCat("on other set-ups than the first game of its pair, ", first.game_id()));
  }

  store::Database& database_;
  std::optional<store::Tournament> tournament_;
  // Of the tournament's spec; absent when that names none.
  std::optional<books::Book> book_;
};

}  // namespace

absl::Status CheckRecords(store::Database& database) {
  RecordChecker checker(database);
  return store::CheckGames(database, [&checker](const store::RecordedGame& game, const v1::GameRecord& record) {
    return checker.Check(game, record);
  });
}

}  // namespace flagfall::arena::queries
