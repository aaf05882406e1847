#include "arena/runner/game_slots.h"

#include <algorithm>
#include <utility>

#include "referee/base/check.h"

namespace flagfall::arena::runner {

std::unique_ptr<GameSlots::Share> GameSlots::Join(double weight, std::uint32_t slots_max,
                                                  std::function<void()> on_granted) {
  std::unique_ptr<Share> share(new Share(*this));
  share->weight_ = weight;
  share->slots_max_ = slots_max;
  share->on_granted_ = std::move(on_granted);
  MutexLock lock(mutex_);
  Update();
  share->had_ = fair_;
  shares_.push_back(share.get());
  // There may be more slots now, which the others may have too.
  Grant();
  return share;
}

GameSlots::Share::~Share() {
  MutexLock lock(slots_.mutex_);
  slots_.Update();
  slots_.shares_.remove(this);
  slots_.Grant();
}

void GameSlots::Share::Ask() {
  MutexLock lock(slots_.mutex_);
  slots_.Update();
  had_ = std::max(had_, slots_.fair_ - static_cast<double>(kCreditMax.count()));
  ++asked_;
  slots_.Grant();
}

void GameSlots::Share::Return() {
  MutexLock lock(slots_.mutex_);
  FLAGFALL_CHECK(held_ > 0);
  slots_.Update();
  --held_;
  slots_.Grant();
}

void GameSlots::SetHeld(bool is_held) {
  MutexLock lock(mutex_);
  Update();
  is_held_ = is_held;
  Grant();
}

void GameSlots::Update() {
  const Micros now = now_();
  const auto passed = static_cast<double>((now - std::exchange(updated_, now)).count());
  double held = 0;
  double weight = 0;
  for (Share* const share : shares_) {
    share->had_ += share->held_ * passed / share->weight_;
    held += share->held_;
    if (share->held_ > 0 || share->asked_ > 0) weight += share->weight_;
  }
  if (weight > 0) fair_ += held * passed / weight;
}

void GameSlots::Grant() {
  if (is_held_) return;
  std::uint32_t held = 0;
  std::uint32_t held_by_light = 0;
  for (const Share* const share : shares_) {
    held += share->held_;
    if (share->weight_ < 1) held_by_light += share->held_;
  }
  const std::uint32_t light_max = std::max(1U, SlotsInAll() / 2);
  for (std::uint32_t free = SlotsInAll() - std::min(held, SlotsInAll()); free > 0; --free) {
    Share* next = nullptr;
    for (Share* const share : shares_) {
      if (share->asked_ == 0 || (share->weight_ < 1 && held_by_light >= light_max)) continue;
      // Of those that have had the same, as at the beginning, the one that holds least for its weight.
      const auto rank = [](const Share& of) { return std::pair(of.had_, static_cast<double>(of.held_) / of.weight_); };
      if (next == nullptr || rank(*share) < rank(*next)) next = share;
    }
    if (next == nullptr) return;
    --next->asked_;
    ++next->held_;
    if (next->weight_ < 1) ++held_by_light;
    next->on_granted_();
  }
}

std::uint32_t GameSlots::SlotsInAll() const {
  std::uint32_t most = slots_min_;
  for (const Share* const share : shares_) most = std::max(most, share->slots_max_);
  return most;
}

}  // namespace flagfall::arena::runner
