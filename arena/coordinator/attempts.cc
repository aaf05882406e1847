#include "arena/coordinator/attempts.h"

#include <algorithm>
#include <utility>

namespace flagfall::arena::coordinator {

Attempts::Attempts(const v1::TournamentSpec& spec, int times_max, tournament::VoidAttempts voids,
                   std::map<std::uint32_t, std::string> seeds)
    : seed_(spec.seed()),
      is_duplicate_(spec.duplicate()),
      times_max_(times_max),
      given_seeds_(std::move(seeds)),
      voids_(std::move(voids)) {}

std::uint32_t Attempts::StartOf(std::uint32_t number) const {
  const auto found = starts_.find(number);
  return found == starts_.end() ? 1 : found->second + 1;
}

std::string Attempts::SeedOf(const tournament::ScheduledGame& game) const {
  const auto given = given_seeds_.find(game.number);
  if (given != given_seeds_.end()) return given->second;
  return tournament::SeedNow(game, seed_, is_duplicate_, voids_);
}

bool Attempts::NoteVoid(std::uint32_t number, v1::Reason reason) {
  ++voids_[number];
  ++starts_[number];
  last_voids_[number] = reason;
  // A bot that does not come is suspended in the end; only what the host has to answer for might go on for ever.
  const bool is_hosts_fault = reason != v1::REASON_FORFEIT_NO_SHOW;
  if (!is_hosts_fault || ++hosts_voids_[number] < times_max_) return true;
  LeaveOver(number);
  return false;
}

v1::Reason Attempts::LastVoidOf(std::uint32_t number) const {
  const auto found = last_voids_.find(number);
  return found == last_voids_.end() ? v1::REASON_UNSPECIFIED : found->second;
}

bool Attempts::NoteCutOff(std::uint32_t number) {
  if (StartOf(number) > static_cast<std::uint32_t>(times_max_)) return false;
  ++starts_[number];
  return true;
}

void Attempts::NoteReturned(std::uint32_t number, bool is_lost) {
  ++starts_[number];
  if (is_lost) ++losses_[number];
}

bool Attempts::MayBeLeased(std::uint32_t number) const {
  const auto found = losses_.find(number);
  return found == losses_.end() || found->second < times_max_;
}

bool Attempts::MayAllBeLeased() const {
  return std::all_of(losses_.begin(), losses_.end(), [&](const auto& entry) { return MayBeLeased(entry.first); });
}

}  // namespace flagfall::arena::coordinator
