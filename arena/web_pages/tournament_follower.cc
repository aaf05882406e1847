#include "arena/web_pages/tournament_follower.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/queries/ledger_messages.h"
#include "arena/queries/secrets.h"
#include "arena/store/ledger_size.h"
#include "arena/store/results.h"
#include "arena/tournament/format_spec.h"
#include "arena/tournament/formats.h"
#include "arena/tournament/knockout.h"
#include "arena/tournament/sprt_match.h"
#include "arena/web_pages/thinned.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::web_pages {
namespace {

using Spec = v1::TournamentSpec;

// With more bots the crosstable would be most of the page.
constexpr int kCrosstableBotsMax = 64;
constexpr int kRunningMax = 200;
constexpr std::size_t kNextMax = 20;
constexpr std::size_t kCoursePoints = 500;
constexpr Micros kRateOver = std::chrono::minutes(1);

tournament::RoundsView RoundsViewOf(const Spec& spec) { return tournament::FormatOf(spec).rounds_view; }

}  // namespace

TournamentFollower::TournamentFollower(store::Tournament tournament) { Begin(std::move(tournament)); }

void TournamentFollower::Begin(store::Tournament tournament) {
  tournament_ = std::move(tournament);
  players_ = queries::PlayersOf(tournament_.spec);
  // Tournaments without such a view may have millions of games.
  const bool has_rounds = RoundsViewOf(tournament_.spec) != tournament::RoundsView::kNone;
  schedule_ = std::make_unique<tournament::Schedule>(tournament::MakeFormat(tournament_.spec),
                                                     has_rounds ? &pairings_ : nullptr);
}

absl::StatusOr<std::unique_ptr<TournamentFollower>> TournamentFollower::Of(store::Database& database, std::int64_t id) {
  FLAGFALL_ASSIGN_OR_RETURN(store::Tournament tournament, store::FindTournament(database, id));
  std::unique_ptr<TournamentFollower> follower(new TournamentFollower(std::move(tournament)));
  FLAGFALL_ASSIGN_OR_RETURN(follower->sequence_, store::NewestSequence(database));
  // Visited by number, the order in which a schedule recalls games. Update takes later games in the order of storing,
  // in which they could have been played.
  FLAGFALL_RETURN_IF_ERROR(store::VisitTournamentGames(database, id, [&follower](const store::GameSummary& game) {
    follower->sequence_ = std::max(follower->sequence_, game.sequence);
    return follower->Add(game);
  }));
  FLAGFALL_ASSIGN_OR_RETURN(follower->voids_, store::CountVoidGames(database, id));
  FLAGFALL_ASSIGN_OR_RETURN(follower->chain_head_, queries::ChainHeadOf(database, follower->tournament_));
  return follower;
}

absl::Status TournamentFollower::Update(store::Database& database) {
  if (tournament_.spec.bots().empty()) {
    // Its list of bots may have been made since.
    FLAGFALL_ASSIGN_OR_RETURN(store::Tournament newest, store::FindTournament(database, tournament_.id));
    Begin(std::move(newest));
  } else {
    FLAGFALL_RETURN_IF_ERROR(store::UpdateState(database, tournament_));
  }
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t newest, store::NewestSequence(database));
  FLAGFALL_RETURN_IF_ERROR(
      store::VisitTournamentGamesSince(database, tournament_.id, sequence_, [this](const store::GameSummary& game) {
        sequence_ = game.sequence;
        return Add(game);
      }));
  FLAGFALL_ASSIGN_OR_RETURN(voids_, store::CountVoidGames(database, tournament_.id));
  FLAGFALL_ASSIGN_OR_RETURN(chain_head_, queries::ChainHeadOf(database, tournament_));
  // Games of other tournaments are not looked at again.
  sequence_ = std::max(sequence_, newest);
  return absl::OkStatus();
}

absl::Status TournamentFollower::Add(const store::GameSummary& stored) {
  ended_.push_back(stored.start_time + stored.duration);
  FLAGFALL_ASSIGN_OR_RETURN(const tournament::PlayedGame game, queries::PlayedGameOf(stored, players_));
  times_.Add(stored, game);
  const auto behind =
      std::upper_bound(played_.begin(), played_.end(), game.number,
                       [](std::uint32_t number, const tournament::PlayedGame& other) { return number < other.number; });
  played_.insert(behind, game);
  // Games of a schedule that this program would not make are shown, but without the games that come next.
  if (schedule_ != nullptr && !schedule_->Recall(game).ok()) schedule_ = nullptr;
  return absl::OkStatus();
}

v1::Tournament TournamentFollower::Message() const {
  v1::Tournament message = queries::MessageOf(tournament_, static_cast<std::uint32_t>(played_.size()));
  queries::AddTable(played_, message);
  times_.AddTo(voids_, message);
  message.set_chain_head(chain_head_);
  queries::HideUntilFinished(message);
  if (tournament_.spec.bots_size() <= kCrosstableBotsMax) return message;
  for (v1::TournamentStanding& standing : *message.mutable_standings()) standing.clear_against();
  return message;
}

std::vector<std::uint32_t> TournamentFollower::RunningNumbers(const TournamentNow& now) const {
  std::vector<std::uint32_t> numbers;
  for (const v1::LiveGame& game : now.running) {
    const store::GameIdParts id = store::PartsOfGameId(game.game_id());
    if (id.tournament_id == static_cast<std::uint32_t>(tournament_.id)) numbers.push_back(id.number);
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

void TournamentFollower::AddSchedule(const TournamentNow& now, const std::vector<std::uint32_t>& running,
                                     v1::TournamentProgress& progress) {
  for (const v1::LiveGame& game : now.running) {
    if (game.tournament_id() != static_cast<std::uint32_t>(tournament_.id)) continue;
    if (progress.running_size() < kRunningMax) *progress.add_running() = game;
  }
  if (schedule_ == nullptr || tournament_.state == v1::Tournament::STATE_FINISHED) return;
  std::vector<tournament::ScheduledGame> next;
  // Looks at the next games and takes none of them.
  schedule_->Take([&](const tournament::ScheduledGame& game) {
    if (next.size() < kNextMax && !std::binary_search(running.begin(), running.end(), game.number))
      next.push_back(game);
    return false;
  });
  for (const tournament::ScheduledGame& game : next) {
    v1::ScheduledPairing& pairing = *progress.add_next();
    pairing.set_game_id(store::GameIdOf(tournament_.id, game.number));
    pairing.set_round(game.round);
    pairing.set_red(tournament_.spec.bots(game.red));
    pairing.set_blue(tournament_.spec.bots(game.blue));
  }
}

v1::TournamentProgress TournamentFollower::Progress(store::Database& database, const TournamentNow& now) {
  const v1::Tournament message = queries::MessageOf(tournament_, static_cast<std::uint32_t>(played_.size()));
  v1::TournamentProgress progress;
  progress.set_state(message.state());
  progress.set_games_stored(message.games_stored());
  progress.set_games_total(message.games_total());
  AddSchedule(now, RunningNumbers(now), progress);
  std::erase_if(ended_, [&](Micros ended) { return ended <= now.time - kRateOver; });
  progress.set_games_per_minute(static_cast<double>(ended_.size()));
  const bool waits =
      tournament_.state == v1::Tournament::STATE_RUNNING || tournament_.state == v1::Tournament::STATE_QUEUED;
  progress.set_games_waiting(message.waiting().games());
  if (!waits || now.is_playing) return progress;
  const absl::StatusOr<std::int64_t> before = store::CountRunningBefore(database, tournament_.id);
  if (before.ok()) progress.set_queue_before(static_cast<std::uint32_t>(*before));
  return progress;
}

v1::TournamentPage TournamentFollower::Page(store::Database& database, const TournamentNow& now) {
  const Spec& spec = tournament_.spec;
  v1::TournamentPage page;
  *page.mutable_tournament() = Message();
  *page.mutable_progress() = Progress(database, now);
  for (const std::string& notice : now.notices) page.add_notices(notice);
  if (spec.bots().empty()) return page;
  const std::vector<std::uint32_t> running = RunningNumbers(now);
  if (RoundsViewOf(spec) == tournament::RoundsView::kEachRound) page.set_rounds(RoundsPaired(pairings_));
  if (RoundsViewOf(spec) == tournament::RoundsView::kBracket) {
    page.set_bracket_rounds(tournament::Knockout::RoundsOf(spec.bots_size()));
    for (v1::TournamentRound& round :
         KnockoutRounds(spec, pairings_, tournament::BracketAfter(spec, played_), {played_, running})) {
      *page.add_bracket() = std::move(round);
    }
  }
  if (spec.has_sprt()) *page.mutable_sprt() = CourseOf(spec, played_);
  return page;
}

absl::StatusOr<v1::TournamentRound> TournamentFollower::Round(std::uint32_t number, const TournamentNow& now) const {
  if (RoundsViewOf(tournament_.spec) != tournament::RoundsView::kEachRound) {
    return absl::NotFoundError(
        absl::StrCat("tournament ", tournament_.id, " is no Swiss; only a Swiss has rounds to ask for"));
  }
  const std::vector<std::uint32_t> running = RunningNumbers(now);
  v1::TournamentRound round = SwissRound(tournament_.spec, pairings_, number, {played_, running});
  if (!round.matches().empty()) return round;
  return absl::NotFoundError(absl::StrCat("tournament ", tournament_.id, " has no round ", number,
                                          "; rounds so far: ", RoundsPaired(pairings_)));
}

v1::SprtCourse CourseOf(const v1::TournamentSpec& spec, const std::vector<tournament::PlayedGame>& played) {
  v1::SprtCourse course;
  if (!spec.has_sprt()) return course;
  tournament::SprtMatch match(spec);
  double samples = 0;
  std::vector<double> llr;
  for (std::size_t i = 0; i < played.size() && played[i].number == i + 1; ++i) {
    match.AddResult(played[i]);
    // A pair that nobody played is none of the test.
    if (match.test().scores().Samples() == samples) continue;
    samples = match.test().scores().Samples();
    llr.push_back(match.test().llr());
  }
  course.set_lower(match.test().Bounds().lower);
  course.set_upper(match.test().Bounds().upper);
  for (const std::size_t i : Thinned(llr.size(), kCoursePoints)) {
    course.add_pairs(static_cast<std::uint32_t>(i + 1));
    course.add_llr(llr[i]);
  }
  return course;
}

}  // namespace flagfall::arena::web_pages
