#include "referee/spectator/spectator_recorder.h"

#include <iterator>
#include <utility>

namespace flagfall {

void SpectatorRecorder::Add(SpectatorEntry entry, bool is_first_of_two) {
  if (is_first_of_two) {
    held_.push_back(std::move(entry));
    return;
  }
  // An entry that is still held back when the match is over is dropped: nobody was told of the action.
  if (entry.kind == SpectatorEntry::Kind::kActed) {
    std::move(held_.begin(), held_.end(), std::back_inserter(entries_));
    held_.clear();
  }
  entries_.push_back(std::move(entry));
}

void SpectatorRecorder::Take(std::vector<SpectatorEntry>& entries) {
  std::move(entries_.begin(), entries_.end(), std::back_inserter(entries));
  entries_.clear();
}

}  // namespace flagfall
