#ifndef REFEREE_MATCH_DRAW_OFFERS_H_
#define REFEREE_MATCH_DRAW_OFFERS_H_

#include <array>
#include <cstdint>
#include <string>

#include "flagfall/v1/game.pb.h"
#include "flagfall/v1/record.pb.h"

namespace flagfall {

// The draw offers of one match. An offer stands until it is accepted, which ends the match, or declined, which the
// opponent's next ply does. Both players' offers may stand at the same time.
class DrawOffers {
 public:
  // When draws may be offered at all. `policy` must outlive this.
  explicit DrawOffers(const v1::MatchPolicy& policy) : policy_(policy) {}

  // Why the policy takes no offer after so many plies, for the player to read; empty when it takes one.
  std::string RefusalAfter(std::uint32_t plies) const;

  void Offer(v1::Side side) { StandsFor(side) = true; }
  void Decline(v1::Side side) { StandsFor(side) = false; }
  // Whether the side has offered a draw and its offer still stands.
  bool Stands(v1::Side side) const { return stands_[side == v1::SIDE_BLUE]; }

 private:
  bool& StandsFor(v1::Side side) { return stands_[side == v1::SIDE_BLUE]; }

  const v1::MatchPolicy& policy_;
  std::array<bool, 2> stands_{};
};

}  // namespace flagfall

#endif  // REFEREE_MATCH_DRAW_OFFERS_H_
