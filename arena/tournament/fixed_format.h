#ifndef ARENA_TOURNAMENT_FIXED_FORMAT_H_
#define ARENA_TOURNAMENT_FIXED_FORMAT_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "arena/tournament/format.h"

namespace flagfall::arena {

// A format whose games do not depend on results: each can be computed from its number.
class FixedFormat : public Format {
 public:
  std::uint32_t Total() const { return total_; }

  // The game of that number, 1 to Total(), in constant time.
  virtual Pairing PairingOf(std::uint32_t number) const = 0;

  // Drawings are so small that one can be kept, however long the tournament is.
  std::vector<Pairing> NextPairings() final;
  void Take(const PlayedGame&) final {}
  std::uint32_t DrawingsAhead() const final { return kUnlimited; }
  bool HasLeft(int player) const final { return last_of_[static_cast<std::size_t>(player)] < next_; }
  std::optional<std::uint32_t> GamesMax() const final { return total_; }

 protected:
  FixedFormat(int players, std::uint32_t total);

  // To be called at the end of the constructor of who can tell pairings.
  void FindLastGames();

 private:
  const std::uint32_t total_;
  // The first game that was not asked for yet.
  std::uint32_t next_ = 1;
  // The number of each player's last game.
  std::vector<std::uint32_t> last_of_;
};

}  // namespace flagfall::arena

#endif  // ARENA_TOURNAMENT_FIXED_FORMAT_H_
