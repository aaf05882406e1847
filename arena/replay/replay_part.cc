#include "arena/replay/replay_part.h"

#include <algorithm>

#include "referee/base/check.h"

namespace flagfall::arena::replay {
namespace {

using Numbers = google::protobuf::RepeatedField<std::uint32_t>;

// Copies the entries after a step, from an array with one entry for each step.
template <typename Array>
void CopyEach(const Array& from, std::uint32_t step, Array* to) {
  const auto before = std::min<int>(static_cast<int>(step), from.size());
  for (auto it = from.begin() + before; it != from.end(); ++it) *to->Add() = *it;
}

void CopyEach(const Numbers& from, std::uint32_t step, Numbers* to) {
  to->Add(from.begin() + std::min<int>(static_cast<int>(step), from.size()), from.end());
}

// Copies the groups after a step, from an array of groups of `width` numbers. The first number of a group is its step,
// and they never fall.
void CopyGroups(const Numbers& from, int width, std::uint32_t step, Numbers* to) {
  int low = 0;
  for (int high = from.size() / width; low < high;) {
    const int middle = (low + high) / 2;
    if (from[middle * width] > step) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  to->Add(from.begin() + low * width, from.end());
}

void CopyBoard(const v1::BoardReplay& from, std::uint32_t step, v1::BoardReplay* to) {
  CopyEach(from.plies(), step, to->mutable_plies());
  CopyEach(from.threats(), step, to->mutable_threats());
  CopyGroups(from.removed(), 2, step, to->mutable_removed());
  CopyGroups(from.learnt(), 4, step, to->mutable_learnt());
  CopyGroups(from.barred(), 3, step, to->mutable_barred());
  CopyEach(from.chased(), step, to->mutable_chased());
}

}  // namespace

v1::Replay ReplayAfter(const v1::Replay& whole, std::uint32_t step) {
  FLAGFALL_CHECK(!whole.is_over() && whole.from_step() == 0 && step > 0 && step <= whole.steps());
  v1::Replay part;
  part.set_from_step(step);
  part.set_steps(whole.steps() - step);
  CopyEach(whole.plies(), step, part.mutable_plies());
  CopyGroups(whole.acts(), 5, step, part.mutable_acts());
  switch (whole.kind_case()) {
    case v1::Replay::kBoard:
      CopyBoard(whole.board(), step, part.mutable_board());
      break;
    case v1::Replay::kBluffing:
      CopyBoard(whole.bluffing().board(), step, part.mutable_bluffing()->mutable_board());
      CopyEach(whole.bluffing().said(), step, part.mutable_bluffing()->mutable_said());
      break;
    case v1::Replay::kCards:
      CopyEach(whole.cards().changes(), step, part.mutable_cards()->mutable_changes());
      break;
    case v1::Replay::kGogo:
      CopyEach(whole.gogo().changes(), step, part.mutable_gogo()->mutable_changes());
      break;
    case v1::Replay::KIND_NOT_SET:
      break;
  }
  return part;
}

}  // namespace flagfall::arena::replay
