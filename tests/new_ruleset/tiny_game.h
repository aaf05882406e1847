#ifndef TESTS_NEW_RULESET_TINY_GAME_H_
#define TESTS_NEW_RULESET_TINY_GAME_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "referee/rules/game.h"

namespace flagfall::tiny {

// An eighth ruleset, to try out how one is added: the corner a1 to f6 of the board without lakes, and eight pieces a
// side.
//
// - T1 Each side puts F S 2 2 3 9 M B on its two rows (1 and 2, 5 and 6), both at once and in secret. Then Red begins.
// - T2 A piece other than Bomb and Flag goes one square along file or row, to an empty square or onto an opposing
// piece.
// - T3 An attack shows both pieces and goes by R2.5.
// - T4 Whose Flag is captured, and who has nothing to move, loses.
class TinyGame final : public Game {
 public:
  static constexpr std::uint32_t kSide = 6;

  std::unique_ptr<Game> Clone() const override { return std::make_unique<TinyGame>(*this); }
  absl::InlinedVector<OpenDecision, 2> Pending() const override;
  std::optional<std::vector<v1::Action>> Legal(v1::Side side) const override;
  absl::StatusOr<ObserverEvents> Act(v1::Side side, const v1::Action& action) override;
  v1::Action Sample(v1::Side side, Random& random) const override;
  std::unique_ptr<Game> Determinize(v1::Observer observer, Random& random) const override;
  v1::View ViewFor(v1::Observer observer) const override;
  std::optional<v1::Outcome> Outcome() const override { return outcome_; }
  flagfall::Progress Progress() const override {
    return {.plies = ply_count_, .plies_since_capture = ply_count_ - last_capture_};
  }

 private:
  // By origin: pieces as nobody but the referee knows them, those removed too.
  using Pieces = std::map<std::uint32_t, v1::PieceView>;

  bool IsReady(v1::Side side) const;
  bool HasBegun() const { return IsReady(v1::SIDE_RED) && IsReady(v1::SIDE_BLUE); }
  v1::Side ToMove() const { return ply_count_ % 2 == 0 ? v1::SIDE_RED : v1::SIDE_BLUE; }
  const v1::PieceView* At(std::uint32_t square) const;
  std::vector<v1::Action> PliesOf(v1::Side side) const;
  // What the observer knows of a piece; absent before it may know that the piece is there.
  std::optional<v1::PieceView> Known(const v1::PieceView& piece, v1::Observer observer) const;
  absl::StatusOr<ObserverEvents> SetUp(v1::Side side, const v1::SetUp& set_up);
  absl::StatusOr<ObserverEvents> MakePly(v1::Side side, const v1::Ply& ply);
  // Both are shown, and who falls goes.
  void Fight(v1::PieceView& attacker, v1::PieceView& defender, std::vector<v1::Event>& events);
  void Finish(v1::Result result, v1::Reason reason);

  Pieces pieces_;
  std::uint32_t ply_count_ = 0;
  std::uint32_t last_capture_ = 0;
  std::optional<v1::Ply> last_ply_;
  std::optional<v1::Outcome> outcome_;
};

}  // namespace flagfall::tiny

#endif  // TESTS_NEW_RULESET_TINY_GAME_H_
