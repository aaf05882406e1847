#include "arena/rating/scales.h"

#include <numeric>

namespace flagfall::arena::rating {
namespace {

// Disjoint sets, each represented by one of its members.
class Sets {
 public:
  explicit Sets(int members) : parent_(members) { std::iota(parent_.begin(), parent_.end(), 0); }

  int Find(int member) {
    while (parent_[member] != member) member = parent_[member] = parent_[parent_[member]];
    return member;
  }
  void Join(int a, int b) { parent_[Find(a)] = Find(b); }

 private:
  std::vector<int> parent_;
};

}  // namespace

Scales FindScales(int bots, absl::Span<const PairScore> scores, absl::Span<const int> anchors) {
  Sets sets(bots);
  for (const PairScore& pair : scores) {
    if (pair.tally.Games() > 0) sets.Join(pair.red, pair.blue);
  }
  for (const int anchor : anchors) sets.Join(anchor, anchors.front());
  Scales scales;
  std::vector<int> scale_of_set(bots, -1);
  for (int bot = 0; bot < bots; ++bot) {
    int& scale = scale_of_set[sets.Find(bot)];
    if (scale < 0) {
      scale = static_cast<int>(scales.sizes.size());
      scales.sizes.push_back(0);
    }
    scales.scale_of.push_back(scale);
    ++scales.sizes[scale];
  }
  return scales;
}

}  // namespace flagfall::arena::rating
