#include "tests/analysis/cheats.h"

#include <memory>
#include <random>

#include "referee/rules/side_messages.h"

namespace flagfall::bot {
namespace {

v1::Event RevealOf(const v1::PieceView& piece) {
  v1::Event event;
  event.mutable_piece_revealed()->set_origin(piece.origin());
  event.mutable_piece_revealed()->set_type(piece.type());
  return event;
}

double ShareOf(Cheat cheat) { return cheat == Cheat::kThird ? 1 / 3.0 : cheat == Cheat::kTenth ? 0.1 : 0.01; }

class Leak {
 public:
  Leak(Cheat cheat, v1::Side cheater, std::uint64_t seed) : cheat_(cheat), cheater_(cheater), random_(seed) {}

  std::vector<v1::Event> Tell(const Game& game, v1::Side side) {
    if (side != cheater_ || cheat_ == Cheat::kNone) return {};
    const v1::View view = game.ViewFor(v1::OBSERVER_ALL);
    const v1::BoardView& board = view.board();
    const bool is_first = !std::exchange(has_begun_, board.pieces_size() > 0 && HasBoth(board));
    if (!has_begun_) return {};
    std::vector<v1::Event> events;
    for (const v1::PieceView& piece : board.pieces()) {
      if (piece.owner() == cheater_ || piece.has_removal()) continue;
      if (IsTold(piece, is_first)) events.push_back(RevealOf(piece));
      squares_[piece.origin()] = piece.square();
    }
    return events;
  }

 private:
  static bool HasBoth(const v1::BoardView& board) {
    bool has[2] = {};
    for (const v1::PieceView& piece : board.pieces()) has[IndexOf(SideOf(piece.owner()))] = true;
    return has[0] && has[1];
  }

  bool IsTold(const v1::PieceView& piece, bool is_first) {
    switch (cheat_) {
      case Cheat::kFlag:
        return is_first && piece.type() == v1::PIECE_TYPE_FLAG;
      case Cheat::kTiming:
        return !is_first && squares_[piece.origin()] != piece.square() && random_() % 20 == 0;
      default:
        return is_first && std::uniform_real_distribution<double>()(random_) < ShareOf(cheat_);
    }
  }

  const Cheat cheat_;
  const v1::Side cheater_;
  std::mt19937_64 random_;
  bool has_begun_ = false;
  std::map<std::uint32_t, std::uint32_t> squares_;
};

}  // namespace

std::string CheatName(Cheat cheat) {
  constexpr const char* kNames[] = {"none", "third", "tenth", "hundredth", "flag", "timing"};
  return kNames[static_cast<int>(cheat)];
}

std::function<std::vector<v1::Event>(const Game& game, v1::Side side)> LeakOf(Cheat cheat, v1::Side cheater,
                                                                              std::uint64_t seed) {
  return [leak = std::make_shared<Leak>(cheat, cheater, seed)](const Game& game, v1::Side side) {
    return leak->Tell(game, side);
  };
}

}  // namespace flagfall::bot
