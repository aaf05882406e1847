#include "arena/tournament/schedule.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/base/check.h"

namespace flagfall::arena::tournament {
namespace {

absl::Status OffSchedule(const PlayedGame& game, absl::string_view what) {
  return absl::FailedPreconditionError(
      absl::StrCat("game ", game.number, " is stored but not in the schedule (", what,
                   "): the tournament was begun by a program with another schedule; resume it with that program"));
}

}  // namespace

Schedule::Schedule(std::unique_ptr<Format> format, std::vector<Pairing>* pairings)
    : format_(std::move(format)), pairings_(pairings) {
  AddBatch();
}

absl::Status Schedule::Recall(const PlayedGame& game) {
  while (game.number > LastNumber()) {
    if (AddBatch()) continue;
    return OffSchedule(game, is_exhausted_ ? absl::StrCat("which ends with game ", LastNumber())
                                           : absl::StrCat("where game ", first_, " has to be over before it"));
  }
  if (game.number < first_ || At(game.number).state != State::kWaiting) return OffSchedule(game, "it comes twice");
  const Pairing& pairing = At(game.number).pairing;
  if (pairing.red != game.red || pairing.blue != game.blue) {
    return OffSchedule(game, absl::StrCat("which has players ", pairing.red + 1, " and ", pairing.blue + 1,
                                          " of the list there, not ", game.red + 1, " and ", game.blue + 1));
  }
  const std::uint32_t first = Game(game.number).first_of_pair;
  if (game.first_of_pair != 0 && game.first_of_pair != first) {
    return OffSchedule(game, absl::StrCat("where the first of its pair is game ", first, ", not ", game.first_of_pair));
  }
  waiting_.erase(game.number);
  SetOver(game.number, game.result, game.is_forfeit, game.is_unplayed);
  return absl::OkStatus();
}

std::optional<ScheduledGame> Schedule::Take(const std::function<bool(const ScheduledGame&)>& may_start) {
  if (IsDecided()) return std::nullopt;
  std::uint32_t passed = 0;
  for (std::size_t looked_at = 0; looked_at < kPassedOverMax;) {
    const auto next = waiting_.upper_bound(passed);
    if (next == waiting_.end()) {
      if (!AddBatch()) break;
      continue;
    }
    passed = *next;
    ++looked_at;
    if (std::optional<ScheduledGame> game = TakeNumber(passed, may_start)) return game;
  }
  return std::nullopt;
}

std::optional<ScheduledGame> Schedule::TakeNumber(std::uint32_t number,
                                                  const std::function<bool(const ScheduledGame&)>& may_start) {
  if (IsDecided()) return std::nullopt;
  while (number > LastNumber()) {
    if (!AddBatch()) return std::nullopt;
  }
  if (!waiting_.contains(number)) return std::nullopt;
  const ScheduledGame game = Game(number);
  if (!may_start(game)) return std::nullopt;
  waiting_.erase(number);
  At(number).state = State::kTaken;
  ++taken_;
  return game;
}

void Schedule::VisitWaiting(const std::function<bool(const ScheduledGame&)>& visit) {
  if (IsDecided()) return;
  std::uint32_t passed = 0;
  do {
    for (auto next = waiting_.upper_bound(passed); next != waiting_.end(); ++next) {
      passed = *next;
      if (!visit(Game(passed))) return;
    }
  } while (AddBatch());
}

bool Schedule::HasWaiting() {
  if (IsDecided()) return false;
  while (waiting_.empty()) {
    if (!AddBatch()) return false;
  }
  return true;
}

void Schedule::PutBack(std::uint32_t number) {
  FLAGFALL_CHECK(At(number).state == State::kTaken);
  At(number).state = State::kWaiting;
  --taken_;
  waiting_.insert(number);
}

void Schedule::Decided(std::uint32_t number, v1::Result result, bool is_forfeit, bool is_unplayed) {
  FLAGFALL_CHECK(At(number).state == State::kTaken);
  --taken_;
  SetOver(number, result, is_forfeit, is_unplayed);
}

bool Schedule::IsOver() const { return taken_ == 0 && (IsDecided() || (is_exhausted_ && waiting_.empty())); }

bool Schedule::IsOver(std::uint32_t number) const {
  FLAGFALL_CHECK(number >= 1 && number <= LastNumber());
  return number < first_ || games_[number - first_].state == State::kOver;
}

bool Schedule::IsDoneWith(int player) const {
  if (IsOver()) return true;
  const bool has_open_games = player < static_cast<int>(open_games_.size()) && open_games_[player] > 0;
  return !has_open_games && (is_exhausted_ || format_->HasLeft(player));
}

Schedule::Entry& Schedule::At(std::uint32_t number) {
  FLAGFALL_CHECK(number >= first_ && number <= LastNumber());
  return games_[number - first_];
}

ScheduledGame Schedule::Game(std::uint32_t number) const {
  const Pairing& pairing = games_[number - first_].pairing;
  return {.number = number,
          .round = pairing.round,
          .red = pairing.red,
          .blue = pairing.blue,
          .first_of_pair = pairing.first_before == 0 ? 0 : number - pairing.first_before,
          .settings = format_->SettingsOf(pairing)};
}

bool Schedule::MayGiveResultsOf(std::uint32_t batch) const {
  const std::uint32_t ahead = format_->BatchesAhead();
  return ahead == Format::kUnlimited || batch + ahead <= batches_;
}

bool Schedule::AddBatch() {
  if (is_exhausted_) return false;
  GiveResults();
  const bool is_free = format_->BatchesAhead() == Format::kUnlimited;
  if (is_free ? games_.size() >= kAheadMax : !games_.empty() && MayGiveResultsOf(games_.front().batch)) return false;
  const std::vector<Pairing> pairings = format_->NextPairings();
  is_exhausted_ = pairings.empty();
  ++batches_;
  if (pairings_ != nullptr) pairings_->insert(pairings_->end(), pairings.begin(), pairings.end());
  for (const Pairing& pairing : pairings) {
    FLAGFALL_CHECK(pairing.red != pairing.blue && pairing.red >= 0 && pairing.blue >= 0);
    games_.push_back({.pairing = pairing, .batch = batches_});
    waiting_.insert(LastNumber());
    const auto highest = static_cast<std::size_t>(std::max(pairing.red, pairing.blue));
    if (open_games_.size() <= highest) open_games_.resize(highest + 1, 0);
    ++open_games_[pairing.red];
    ++open_games_[pairing.blue];
  }
  return !is_exhausted_;
}

void Schedule::SetOver(std::uint32_t number, v1::Result result, bool is_forfeit, bool is_unplayed) {
  FLAGFALL_CHECK(result == v1::RESULT_RED_WINS || result == v1::RESULT_BLUE_WINS || result == v1::RESULT_DRAW);
  Entry& over = At(number);
  over.state = State::kOver;
  over.result = result;
  over.is_forfeit = is_forfeit;
  over.is_unplayed = is_unplayed;
  --open_games_[over.pairing.red];
  --open_games_[over.pairing.blue];
  GiveResults();
  // IsOver depends on whether the format has more games.
  if (waiting_.empty()) AddBatch();
  // A format that results can end hears of them as soon as it may: so it does not matter who asks for games when.
  if (!format_->CanBeDecided() || format_->BatchesAhead() == Format::kUnlimited) return;
  while (AddBatch()) {
  }
}

void Schedule::GiveResults() {
  for (; !games_.empty() && games_.front().state == State::kOver && MayGiveResultsOf(games_.front().batch); ++first_) {
    const Entry& over = games_.front();
    format_->AddResult({.red = over.pairing.red,
                        .blue = over.pairing.blue,
                        .result = over.result,
                        .number = first_,
                        .round = over.pairing.round,
                        .is_forfeit = over.is_forfeit,
                        .is_unplayed = over.is_unplayed});
    games_.pop_front();
  }
}

}  // namespace flagfall::arena::tournament
