#include "arena/cluster/run_share.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "arena/base/timestamps.h"
#include "arena/store/seat_times.h"
#include "referee/base/check.h"
#include "referee/match/match_messages.h"
#include "referee/match/time_control.h"
#include "referee/match/time_control_scale.h"

namespace flagfall::arena::cluster {
namespace {

// As long as it is not known how long the games take.
constexpr Micros kGameGuessed = std::chrono::seconds(20);
// What a lease has at most, whatever its games take: its records wait in the worker's memory while the server is away.
constexpr std::int64_t kGamesOfLeaseMax = 256;
// What a bot's fault is cut to.
constexpr std::size_t kFailureBytesMax = 1000;

}  // namespace

void RunShare::ScaleGames(const v1::Worker& worker, Lease& lease) const {
  const v1::TournamentSpec& spec = run_.tournament.spec;
  if (spec.time_control_reference() == 0) return;
  const absl::StatusOr<v1::TimeControl> control = ParseTimeControl(spec.time_control());
  const absl::StatusOr<v1::TimeControlScale> scale =
      ScaleFor(spec.time_control_reference(), WholePlies(worker.plies_per_second()));
  FLAGFALL_CHECK(control.ok() && scale.ok());
  for (auto& [number, match] : lease.games) {
    match.game.match.time_control = ScaledTimeControl(*control, scale->scale_ppm());
    match.game.match.time_control_scale = *scale;
  }
}

std::uint32_t RunShare::PairsFor(const v1::LeaseGamesRequest& request, Micros play_aimed_at) const {
  const Micros each = games_ == 0 ? kGameGuessed : std::max(Micros(1), played_ / games_);
  const std::int64_t at_once = std::max(1U, request.games_free());
  const std::int64_t games =
      std::clamp<std::int64_t>(at_once * (play_aimed_at / each), std::min(at_once, kGamesOfLeaseMax), kGamesOfLeaseMax);
  return static_cast<std::uint32_t>((games + 1) / 2);
}

void RunShare::NoteDuration(const v1::GameRecord& record) {
  ++games_;
  played_ += store::DurationOf(record);
}

void RunShare::TellFailure(const v1::BotFailure& failure, const std::string& machine) {
  const std::optional<int> bot = IndexOf(failure.bot());
  if (!bot.has_value()) return;
  run_.tell(coordinator::BotFailedElsewhere{*bot, std::string(CutToBytes(failure.what(), kFailureBytesMax)), machine});
}

void RunShare::SetEnd(v1::GameRecord& record, Micros now) {
  *record.mutable_start_time() = TimestampOf(now - store::DurationOf(record));
}

void RunShare::TellOver(const coordinator::GameStart& game, v1::GameRecord record, const store::WorkerName& worker,
                        Micros now) {
  SetEnd(record, now);
  run_.tell(coordinator::GameOver{
      .game = game, .record = std::move(record), .machine = {.user = worker.user, .name = worker.name}});
}

}  // namespace flagfall::arena::cluster
