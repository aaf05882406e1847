#include "referee/match/match.h"

#include <algorithm>
#include <utility>

#include "referee/base/check.h"
#include "referee/base/status_macros.h"
#include "referee/match/match_impl.h"
#include "referee/match/match_limits.h"
#include "referee/match/match_spec.h"
#include "referee/rules/given_set_ups.h"

namespace flagfall {

absl::StatusOr<std::unique_ptr<Match>> Match::Create(MatchSpec spec, const GameFactory& factory, Micros now) {
  FLAGFALL_RETURN_IF_ERROR(CheckMatchSpec(spec));
  FLAGFALL_ASSIGN_OR_RETURN(std::unique_ptr<Game> game, factory(spec.ruleset, spec.seed));
  FLAGFALL_RETURN_IF_ERROR(TakeGivenSetUps(spec.given_set_ups, *game->Clone(), [](auto&&...) {}));
  return std::unique_ptr<Match>(new Match(std::make_unique<Impl>(std::move(spec), std::move(game), now)));
}

Match::Match(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Match::~Match() = default;

void Match::Connected(v1::Side side, const SeatPreferences& preferences, Micros now) {
  impl_->Connected(side, preferences, now);
}

void Match::Disconnected(v1::Side side, bool for_good, Micros now) {
  impl_->Disconnected(side, for_good, /*slow_reader=*/false, now);
}

void Match::SlowReader(v1::Side side, Micros now) {
  impl_->Disconnected(side, /*for_good=*/false, /*slow_reader=*/true, now);
}

void Match::DecisionSent(v1::Side side, std::uint32_t decision, Micros now, Micros round_trip) {
  impl_->DecisionSent(side, decision, now, std::clamp(round_trip, Micros(0), kRoundTripMax));
}

void Match::Acted(v1::Side side, const v1::Act& act, Micros now, Micros host_delay) {
  impl_->Acted(side, act, act.action().ByteSizeLong(), now, host_delay);
}

void Match::ActedOversized(v1::Side side, const v1::Act& act_without_action, std::size_t action_bytes, Micros now,
                           Micros host_delay) {
  FLAGFALL_CHECK(action_bytes > kActionBytesMax);
  impl_->Acted(side, act_without_action, action_bytes, now, host_delay);
}

void Match::Resigned(v1::Side side, Micros now, Micros host_delay) { impl_->Resigned(side, now, host_delay); }

void Match::OfferedDraw(v1::Side side, Micros now, Micros host_delay) { impl_->OfferedDraw(side, now, host_delay); }

void Match::AcceptedDraw(v1::Side side, Micros now, Micros host_delay) { impl_->AcceptedDraw(side, now, host_delay); }

void Match::TimePassed(Micros now, Micros host_delay) { impl_->TimePassed(now, host_delay); }

void Match::Aborted(const v1::Outcome& outcome, Micros now) { impl_->Aborted(outcome, now); }

std::optional<Micros> Match::NextDeadline() const { return impl_->NextDeadline(); }

void Match::TakeMessages(std::vector<SeatMessage>& messages) { impl_->TakeMessages(messages); }

void Match::KeepPublic() { impl_->KeepPublic(); }

void Match::TakePublic(std::vector<SpectatorEntry>& entries) { impl_->TakePublic(entries); }

bool Match::HasOpenDecision(v1::Side side) const { return impl_->HasOpenDecision(side); }

const MatchSpec& Match::Spec() const { return impl_->spec(); }

bool Match::IsOver() const { return impl_->is_over(); }

const v1::GameRecord& Match::Record() const { return impl_->record(); }

v1::GameRecord Match::TakeRecord() { return impl_->TakeRecord(); }

absl::Status Match::CheckInvariants() const { return impl_->CheckInvariants(); }

}  // namespace flagfall
