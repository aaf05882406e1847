#include "sample-bots/cpp/marshal/expectations.h"

#include <algorithm>

namespace flagfall::bot {
namespace {

using board::AttackResult;
using board::Piece;
using board::PieceId;
using board::PieceType;
using board::Square;

constexpr int kSpy = static_cast<int>(PieceType::kSpy);
constexpr int kScout = static_cast<int>(PieceType::kScout);
constexpr int kMiner = static_cast<int>(PieceType::kMiner);
constexpr int kMarshal = static_cast<int>(PieceType::kMarshal);
constexpr int kBomb = static_cast<int>(PieceType::kBomb);
constexpr int kFlag = static_cast<int>(PieceType::kFlag);

AttackResult Fight(int attacker, int defender) {
  return board::Attack(static_cast<PieceType>(attacker), static_cast<PieceType>(defender));
}

}  // namespace

Expectations::Expectations(const board::BoardState& known, Side ours, const Chances& chances, const Weights& weights)
    : known_(known), us_(ours), weights_(weights) {
  ValuePieces(chances);
  GuessTheirHopes();
  bool has[board::kPieceTypes] = {};
  board::ForEach(known_.OccupiedBy(us_),
                 [&](Square at) { has[static_cast<int>(known_.PieceOf(known_.PieceAt(at)).type)] = true; });
  board::ForEach(known_.OccupiedBy(OpponentOf(us_)), [&](Square at) {
    const PieceId id = known_.PieceAt(at);
    if (known_.PieceOf(id).is_revealed) return;
    for (int own = kSpy; own <= kFlag; ++own) {
      if (!has[own]) continue;
      if (own <= kMarshal) ours_[own][id] = OurAttack(own, chances[id]);
      for (const Sight sight : {kRevealed, kMoved, kUnmoved}) {
        theirs_[id][own][sight] = TheirAttack(chances[id], own, sight);
      }
    }
  });
}

// A rank is worth what it can do to the ranks that are left: without an opposing Marshal the General is the highest.
void Expectations::ValuePieces(const Chances& chances) {
  for (const Side side : kSides) {
    Counts others{};
    board::ForEach(known_.OccupiedBy(OpponentOf(side)), [&](Square at) {
      for (int type = kSpy; type <= kFlag; ++type) others[type] += chances[known_.PieceAt(at)][type];
    });
    const auto has = [&others](int type) { return others[type] > 0.1; };
    Counts& value = value_[IndexOf(side)];
    value = weights_.value;
    // The rank that meets as many higher ranks in a whole army.
    int effective = kMarshal;
    for (int type = kMarshal; type >= kScout; --type) {
      const double left =
          std::min(weights_.value[effective] * (has(type) ? 1 : 1.15), weights_.value[type] * weights_.dynamic_max);
      value[type] += weights_.dynamic * std::max(0.0, left - weights_.value[type]);
      if (has(type) && effective > kScout) --effective;
    }
    if (!has(kMarshal)) value[kSpy] = weights_.value[kScout] / 2;
    if (!has(kBomb)) value[kMiner] = std::min(value[kMiner], weights_.value[kScout]);
  }
}

// The opponent knows which of our types are hidden, and that what has moved is neither Bomb nor Flag.
void Expectations::GuessTheirHopes() {
  Counts hidden{};
  double moved = 0;
  double movable = 0;
  board::ForEach(known_.OccupiedBy(us_), [&](Square at) {
    const Piece& piece = known_.PieceOf(known_.PieceAt(at));
    if (piece.is_revealed) return;
    ++hidden[static_cast<int>(piece.type)];
    movable += board::IsMovable(piece.type) ? 1 : 0;
    moved += piece.has_moved ? 1 : 0;
  });
  Counts unmoved = hidden;
  for (int type = kSpy; type <= kMarshal; ++type) unmoved[type] *= movable > 0 ? (movable - moved) / movable : 0;
  hidden[kBomb] = hidden[kFlag] = 0;
  for (int attacker = kSpy; attacker <= kMarshal; ++attacker) {
    their_hope_[attacker][0] = HopeOf(attacker, unmoved);
    their_hope_[attacker][1] = HopeOf(attacker, hidden);
  }
}

// An attack on one of these pieces, each as likely as the others.
double Expectations::HopeOf(int attacker, const Counts& hidden) const {
  double sum = 0;
  double count = 0;
  for (int type = kSpy; type <= kFlag; ++type) {
    const AttackResult result = Fight(attacker, type);
    const double won = type == kFlag ? weights_.flag_later : value_[IndexOf(us_)][type];
    if (result != AttackResult::kDefenderWins) sum += hidden[type] * won;
    if (result != AttackResult::kAttackerWins) sum -= hidden[type] * value_[IndexOf(OpponentOf(us_))][attacker];
    count += hidden[type];
  }
  return count > 0 ? sum / count : 0;
}

// A piece is worth more than its value while it is hidden, and this is won or lost with its secret.
Expectation Expectations::OurAttack(int own, const std::array<float, board::kPieceTypes>& chances) const {
  double gain = 0;
  double wins = 0;
  for (int type = kSpy; type <= kFlag; ++type) {
    const AttackResult result = Fight(own, type);
    const double value = value_[IndexOf(OpponentOf(us_))][type];
    double won = weights_.secrecy * value;
    if (result != AttackResult::kDefenderWins) won += value;
    if (type == kFlag) won = weights_.flag_later;
    if (result != AttackResult::kAttackerWins) won -= value_[IndexOf(us_)][own];
    gain += chances[type] * won;
    if (result == AttackResult::kAttackerWins) wins += chances[type];
  }
  return {.gain = gain, .effect = wins > 0.5 ? Effect::kAttackerWins : Effect::kDefenderWins};
}

// The opponent knows what its piece is, and attacks only with the types with which it hopes to gain.
Expectation Expectations::TheirAttack(const std::array<float, board::kPieceTypes>& chances, int own,
                                      Sight sight) const {
  const double own_value = own == kFlag ? weights_.flag_loss : value_[IndexOf(us_)][own];
  const double own_secret = sight == kRevealed ? 0 : weights_.secrecy * value_[IndexOf(us_)][own];
  double sum = 0;
  double wins = 0;
  double loses = 0;
  for (int type = kSpy; type <= kMarshal; ++type) {
    const AttackResult result = Fight(type, own);
    const double value = value_[IndexOf(OpponentOf(us_))][type];
    double gain = own_secret - weights_.secrecy * value;
    if (result != AttackResult::kDefenderWins) gain += own_value;
    if (result != AttackResult::kAttackerWins) gain -= value;
    const double hope = sight == kRevealed ? gain : their_hope_[type][sight == kMoved];
    // Where it would cost the game, nobody relies on what the opponent hopes.
    if (hope <= 0 && own != kFlag) continue;
    sum += chances[type] * gain;
    if (result == AttackResult::kAttackerWins) wins += chances[type];
    if (result == AttackResult::kDefenderWins) loses += chances[type];
  }
  if (wins > 0.5) return {.gain = sum, .effect = own == kFlag ? Effect::kEndsGame : Effect::kAttackerWins};
  return {.gain = sum, .effect = loses > 0.5 ? Effect::kDefenderWins : Effect::kThreatens};
}

}  // namespace flagfall::bot
