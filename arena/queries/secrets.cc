#include "arena/queries/secrets.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "arena/books/book.h"
#include "arena/store/books.h"
#include "arena/store/tournaments.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::queries {

void HideBook(v1::TournamentSpec& spec) {
  if (!spec.book().empty() && spec.book() != books::kStandardBook) spec.set_book(kOwnBook);
}

absl::Status ShowBook(store::Database& database, v1::TournamentSpec& spec) {
  if (!store::IsBookReference(spec.book())) return absl::OkStatus();
  FLAGFALL_ASSIGN_OR_RETURN(std::string text, store::BookOf(database, spec));
  if (text.size() <= kBookShownBytesMax) spec.set_book(std::move(text));
  return absl::OkStatus();
}

void HideUntilFinished(v1::Tournament& tournament) {
  // A tournament that was stopped can be played on.
  if (tournament.state() == v1::Tournament::STATE_FINISHED) return;
  tournament.clear_error();
  if (tournament.has_waiting()) tournament.mutable_waiting()->clear_reason();
  tournament.mutable_spec()->clear_seed();
  tournament.mutable_spec()->clear_bot_options();
  tournament.mutable_spec()->clear_tuning();
  tournament.clear_tuned();
  HideBook(*tournament.mutable_spec());
}

std::string WithoutPaths(absl::string_view text) {
  constexpr absl::string_view kBefore = " \t\n'\"`(=:,;[";
  constexpr absl::string_view kAfter = " \t\n'\"`),;]";
  std::string clean;
  while (!text.empty()) {
    const bool begins = clean.empty() || absl::StrContains(kBefore, clean.back());
    if (begins && text.size() > 1 && text.front() == '/' && text[1] != ' ') {
      const std::size_t end = std::min(text.find_first_of(kAfter), text.size());
      clean += "...";
      // What follows a path in a message: "FILE: cannot be read".
      if (text[end - 1] == ':') clean += ':';
      text.remove_prefix(end);
    } else {
      clean += text.front();
      text.remove_prefix(1);
    }
  }
  return clean;
}

void HideMachines(v1::TournamentEvent& event, bool is_challenger) {
  if (event.has_notice()) event.set_notice(WithoutPaths(event.notice()));
  if (!event.has_waiting()) return;
  event.mutable_waiting()->set_reason(is_challenger ? WithoutPaths(event.waiting().reason()) : "");
}

absl::StatusOr<v1::GameRecord> PublicRecord(store::Database& database, const store::GameSummary& game) {
  if (game.is_imported) return store::FindRecord(database, game.game_id);
  // The tournament is read only where it is needed: the spec of an older one may hold a whole book.
  FLAGFALL_ASSIGN_OR_RETURN(const bool is_complete, store::IsPairComplete(database, game));
  if (!is_complete) {
    FLAGFALL_ASSIGN_OR_RETURN(const store::Tournament tournament, store::FindTournament(database, game.tournament_id));
    if (tournament.spec.duplicate() && tournament.state != v1::Tournament::STATE_FINISHED) {
      return absl::FailedPreconditionError(
          absl::StrCat("game ", game.game_id,
                       " is the first of a duplicate pair: its record is public when the second game, "
                       "which has the same chance and set-ups, is over, or the tournament"));
    }
  }
  return store::FindRecord(database, game.game_id);
}

}  // namespace flagfall::arena::queries
