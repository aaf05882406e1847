#include "arena/web/live_games.h"

#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/base/timestamps.h"
#include "arena/store/results.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::web {
namespace {

absl::Status NotRunning(const std::string& game_id) {
  return absl::NotFoundError(absl::StrCat("game '", game_id, "' does not run"));
}

}  // namespace

std::vector<v1::LiveGame> LiveGames::List() {
  const std::vector<SpectatorGames::Listed> listed = games_.List();
  std::vector<v1::LiveGame> games;
  std::set<std::string> ids;
  MutexLock lock(mutex_);
  for (const SpectatorGames::Listed& one : listed) {
    const SpectatorHeader& header = *one.header;
    v1::LiveGame& game = games.emplace_back();
    game.set_game_id(header.game_id);
    game.set_tournament_id(store::PartsOfGameId(header.game_id).tournament_id);
    game.set_red(header.red.name());
    game.set_blue(header.blue.name());
    game.set_ruleset_id(header.ruleset.id());
    game.set_plies(one.plies);
    *game.mutable_start_time() = TimestampOf(header.start_time);
    ids.insert(header.game_id);
    Count(header.game_id, one.plies);
  }
  std::erase_if(replays_, [&ids](const auto& entry) { return !ids.contains(entry.first); });
  // Games that are held back for now stay, so that they are counted only once.
  std::erase_if(counted_, [this](const auto& entry) { return !games_.Holds(entry.first); });
  return games;
}

absl::StatusOr<v1::Replay> LiveGames::ReplayFrom(const std::string& game_id, std::uint32_t from) {
  // Checked before anything is kept for it: the id may be anything.
  if (!Has(game_id)) return NotRunning(game_id);
  std::shared_ptr<GrowingReplay> growing;
  {
    MutexLock lock(mutex_);
    std::shared_ptr<GrowingReplay>& known = replays_[game_id];
    if (known == nullptr) known = std::make_shared<GrowingReplay>();
    growing = known;
  }
  MutexLock lock(growing->mutex);
  std::optional<SpectatorGames::Reading> reading = games_.Read(game_id, growing->read);
  if (reading.has_value() && growing->replay != nullptr && reading->run() != growing->run) {
    // The game was void and is played again from its start.
    growing->replay = nullptr;
    growing->read = 0;
    reading = games_.Read(game_id, 0);
  }
  if (!reading.has_value()) return NotRunning(game_id);
  const absl::Status status = Update(*growing, *reading);
  if (absl::IsUnimplemented(status)) return absl::FailedPreconditionError(status.message());
  if (!status.ok()) return absl::InternalError(absl::StrCat("game ", game_id, ": ", status.message()));
  return growing->replay->From(from, reading->at());
}

absl::Status LiveGames::Update(GrowingReplay& growing, const SpectatorGames::Reading& reading) {
  if (growing.replay == nullptr) {
    FLAGFALL_ASSIGN_OR_RETURN(replay::RunningReplay replay,
                              replay::RunningReplay::Create(
                                  *reading.header(), store::PartsOfGameId(reading.header()->game_id).tournament_id));
    growing.replay = std::make_unique<replay::RunningReplay>(std::move(replay));
    growing.run = reading.run();
  }
  for (std::size_t entry = reading.begin(); entry < reading.end(); ++entry) {
    FLAGFALL_RETURN_IF_ERROR(growing.replay->Add(reading[entry]));
    growing.read = entry + 1;
  }
  return absl::OkStatus();
}

void LiveGames::Forget(const std::string& game_id, std::uint32_t plies) {
  {
    MutexLock lock(mutex_);
    Count(game_id, plies);
  }
  // Forgotten after that: List drops the count of a game that is not held.
  games_.Forget(game_id);
}

void LiveGames::ForgetAllOf(std::uint32_t tournament) {
  games_.ForgetIf(
      [tournament](const std::string& game_id) { return store::PartsOfGameId(game_id).tournament_id == tournament; });
}

std::uint64_t LiveGames::PliesSeen() {
  MutexLock lock(mutex_);
  return plies_;
}

void LiveGames::Count(const std::string& game_id, std::uint32_t plies) {
  std::uint32_t& counted = counted_[game_id];
  if (plies <= counted) return;
  plies_ += plies - counted;
  counted = plies;
}

}  // namespace flagfall::arena::web
