#include "sample-bots/cpp/sergeant/bluffing_judge.h"

#include <algorithm>

#include "sample-bots/cpp/sergeant/piece_judge.h"

namespace flagfall::bot {
namespace {

using board::AttackResult;
using board::PieceId;
using board::PieceType;
using Chances = std::array<double, board::kPieceTypes>;

// What a token is worth, and a turn that the opponent loses.
constexpr double kToken = 2;
constexpr double kTurn = 2;
// How likely a lie is called that might be true.
constexpr double kCalled = 0.4;
// More tokens than these change nothing that fewer do not.
constexpr std::uint32_t kTokensMax = 9;

// One lie in so many opportunities.
constexpr std::uint64_t kAttackLies = 5;
constexpr std::uint64_t kDefenceLies = 2;

PieceType TypeFrom(v1::PieceType type) { return static_cast<PieceType>(type); }
v1::PieceType ToProto(PieceType type) { return static_cast<v1::PieceType>(type); }

// The sum of value(type) by its chance over all types but `left_out`.
template <typename Value>
double Sum(const Chances& chances, PieceType left_out, Value value) {
  double sum = 0;
  for (int i = 1; i < board::kPieceTypes; ++i) {
    const auto type = static_cast<PieceType>(i);
    if (type != left_out && chances[i] > 0) sum += chances[i] * value(type);
  }
  return sum;
}

double WorthOf(const Chances& chances) { return Sum(chances, PieceType::kUnknown, ValueOf); }

// What the fight brings to the attacker, whose pieces are worth so much.
double Outcome(AttackResult result, double attacker, double defender) {
  return (result != AttackResult::kDefenderWins ? defender : 0) -
         (result != AttackResult::kAttackerWins ? attacker : 0);
}

bool MovesHonestly(PieceType type, board::Ply ply) {
  return board::IsMovable(type) && (board::LineOf(ply).length == 1 || type == PieceType::kScout);
}

}  // namespace

void Trust::Learn(const GameState& game, const Events& events) {
  for (const v1::Event& event : events) {
    // The game is told from its beginning: once more, after a break of the stream.
    if (event.has_pieces_placed()) *this = Trust();
    const v1::CallMade& call = event.bluffing().call();
    const bool is_own_call = event.bluffing().has_call() && call.caller() == game.started().side();
    if (!is_own_call || !v1::BluffCall_IsValid(call.call())) continue;
    truths_[call.call()] += call.was_bluff() ? 0 : 1;
    said_[call.call()] += 1;
  }
}

BluffingJudge::BluffingJudge(const GameState& game, const Trust& trust, Random& random)
    : game_(game), trust_(trust), random_(random) {
  board::ForEach(game.board().OccupiedBy(game.opponent()), [&](board::Square square) {
    const PieceId id = game.board().PieceAt(square);
    Chances& chances = chances_[id];
    chances = TypeChances(game, id);
    if (!game.board().PieceOf(id).has_moved) return;
    // What moved is neither Bomb nor Flag, as far as the opponent moves honestly.
    const double lies = 1 - trust.In(v1::BLUFF_CALL_MOVEMENT);
    for (const PieceType type : {PieceType::kBomb, PieceType::kFlag}) chances[static_cast<int>(type)] *= lies;
    double sum = 0;
    for (const double chance : chances) sum += chance;
    for (double& chance : chances) chance /= sum;
  });
}

v1::Action BluffingJudge::Choose(v1::DecisionKind kind) const {
  if (kind == v1::DECISION_KIND_DEFENCE) return Defend();
  return kind == v1::DECISION_KIND_CALL ? AnswerDeclaration() : Play();
}

v1::Action BluffingJudge::Play() const {
  const board::PlyList plies = game_.LegalPlies();
  if (game_.view().bluffing().may_call_movement()) {
    const board::Ply last = game_.plies().back();
    const double bluff = ChanceOfMovementBluff(game_.board().PieceAt(last.to), last);
    if (plies.empty() || bluff * kTurn > (1 - bluff) * kToken) return bluffing::CallAction(v1::BLUFF_CALL_MOVEMENT);
  }
  const PieceJudge judge(game_, [this](PieceId id, PieceType type) { return chances_[id][static_cast<int>(type)]; });
  Option best;
  for (const board::Ply ply : plies) {
    const bool is_attack = game_.board().PieceAt(ply.to) != board::kNoPiece;
    Option option = is_attack ? BestAttack(ply) : Option{bluffing::PlyAction(ply), judge.Score(ply)};
    option.value += std::uniform_real_distribution<double>(0, 0.3)(random_);
    // Only who has nothing else to play moves as the piece may not.
    if (!MovesHonestly(TypeOf(game_.board().PieceAt(ply.from)), ply)) option.value -= 1000;
    if (option.value > best.value) best = std::move(option);
  }
  return best.action;
}

BluffingJudge::Option BluffingJudge::BestAttack(board::Ply ply) const {
  const PieceId own = game_.board().PieceAt(ply.from);
  const Chances& target = chances_[game_.board().PieceAt(ply.to)];
  const PieceType type = TypeOf(own);
  const double worth = ValueOf(type);
  Option best;
  const auto consider = [&](PieceType claim, std::uint32_t tokens, double called) {
    const double stands = Sum(target, PieceType::kUnknown, [&](PieceType other) {
      return Outcome(Combat(claim, tokens, other), worth, ValueOf(other));
    });
    const double value = 1 + (1 - called) * stands - called * worth - kToken * tokens;
    if (value > best.value) best = {bluffing::AttackAction(ply, ToProto(claim), tokens), value};
  };
  const std::uint32_t tokens = std::min(TokensOf(game_, game_.side()), kTokensMax);
  if (board::IsMovable(type)) {
    for (std::uint32_t spent = 0; spent <= tokens; ++spent) consider(type, spent, 0);
  }
  if (board::IsMovable(type) && Below(kAttackLies, random_) != 0) return best;
  for (int claim = 1; claim < board::kPieceTypes; ++claim) {
    const auto lie = static_cast<PieceType>(claim);
    if (board::IsMovable(lie) && lie != type) consider(lie, 0, MightBe(own, lie) ? kCalled : 1);
  }
  return best;
}

v1::Action BluffingJudge::Defend() const {
  const auto own = static_cast<PieceId>(contest().target());
  const auto other = static_cast<PieceId>(contest().attacker());
  const PieceType claim = TypeFrom(contest().attack().claim());
  Option answer = TrueDeclaration();
  if (TypeOf(own) == PieceType::kFlag || Below(kDefenceLies, random_) == 0) {
    Option lie = BestLie();
    if (lie.value > answer.value) answer = std::move(lie);
  }
  if (contest().is_attack_called()) return answer.action;
  const double declared = answer.value;
  const auto consider = [&](v1::BluffCall call, double bluff, double won) {
    const double value = bluff * won + (1 - bluff) * (declared - kToken);
    if (value > answer.value) answer = {bluffing::CallAction(call), value};
  };
  const Chances chances = Believe(other, claim, v1::BLUFF_CALL_ATTACK);
  const double lies = 1 - chances[static_cast<int>(claim)];
  const double won = Sum(chances, claim, [&](PieceType type) {
    const bool takes_along = Combat(type, contest().attack().tokens(), TypeOf(own)) != AttackResult::kDefenderWins;
    return ValueOf(type) - (takes_along ? ValueOf(TypeOf(own)) : 0);
  });
  if (lies > 0) consider(v1::BLUFF_CALL_ATTACK, lies, won / lies);
  if (!contest().is_movement_called()) {
    const v1::Ply& ply = contest().attack().ply();
    const board::Ply made = {static_cast<board::Square>(ply.from()), static_cast<board::Square>(ply.to())};
    consider(v1::BLUFF_CALL_MOVEMENT, ChanceOfMovementBluff(other, made), kTurn);
  }
  return answer.action;
}

BluffingJudge::Option BluffingJudge::TrueDeclaration() const {
  const PieceType own = TypeOf(static_cast<PieceId>(contest().target()));
  const v1::ClaimedAttack& attack = contest().attack();
  const double attacker =
      WorthOf(Believe(static_cast<PieceId>(contest().attacker()), TypeFrom(attack.claim()), v1::BLUFF_CALL_ATTACK));
  const AttackResult result = Combat(TypeFrom(attack.claim()), attack.tokens(), own);
  return {bluffing::DeclarationAction(ToProto(own)), -Outcome(result, attacker, ValueOf(own))};
}

BluffingJudge::Option BluffingJudge::BestLie() const {
  const auto own = static_cast<PieceId>(contest().target());
  const v1::ClaimedAttack& attack = contest().attack();
  const double worth = ValueOf(TypeOf(own));
  const double attacker =
      WorthOf(Believe(static_cast<PieceId>(contest().attacker()), TypeFrom(attack.claim()), v1::BLUFF_CALL_ATTACK));
  Option best;
  for (int i = 1; i < board::kPieceTypes; ++i) {
    const auto lie = static_cast<PieceType>(i);
    if (lie == TypeOf(own) || lie == PieceType::kFlag || !MightBe(own, lie)) continue;
    const AttackResult result = Combat(TypeFrom(attack.claim()), attack.tokens(), lie);
    const double value = (1 - kCalled) * -Outcome(result, attacker, worth) - kCalled * (worth + kToken);
    if (value > best.value) best = {bluffing::DeclarationAction(ToProto(lie)), value};
  }
  return best;
}

v1::Action BluffingJudge::AnswerDeclaration() const {
  const PieceType own = TypeOf(static_cast<PieceId>(contest().attacker()));
  const PieceType declared = TypeFrom(contest().declaration());
  const std::uint32_t tokens = contest().attack().tokens();
  const Chances chances = Believe(static_cast<PieceId>(contest().target()), declared, v1::BLUFF_CALL_DEFENCE);
  const double truth = chances[static_cast<int>(declared)];
  const AttackResult result = Combat(TypeFrom(contest().attack().claim()), tokens, declared);
  const double let_stand = Outcome(result, ValueOf(own), WorthOf(chances));
  const double lie_called = Sum(chances, declared, [&](PieceType type) {
    const bool takes_along = Combat(own, tokens, type) != AttackResult::kAttackerWins;
    return ValueOf(type) + kToken - (takes_along ? ValueOf(own) : 0);
  });
  const double call = lie_called + truth * (Outcome(result, ValueOf(own), ValueOf(declared)) - kToken);
  return call > let_stand ? bluffing::CallAction(v1::BLUFF_CALL_DEFENCE) : bluffing::LetStandAction();
}

Chances BluffingJudge::Believe(PieceId id, PieceType claim, v1::BluffCall what) const {
  Chances chances = chances_[id];
  // A liar may say any of the other ten or so.
  constexpr double kOthers = 10;
  const double truth = trust_.In(what);
  double total = 0;
  for (int type = 1; type < board::kPieceTypes; ++type) {
    chances[type] *= type == static_cast<int>(claim) ? truth : (1 - truth) / kOthers;
    total += chances[type];
  }
  for (double& chance : chances) chance /= total;
  return chances;
}

double BluffingJudge::ChanceOfMovementBluff(PieceId id, board::Ply ply) const {
  const Chances& chances = chances_[id];
  if (board::LineOf(ply).length == 1) {
    return chances[static_cast<int>(PieceType::kBomb)] + chances[static_cast<int>(PieceType::kFlag)];
  }
  const double scout = chances[static_cast<int>(PieceType::kScout)];
  const double bluff = (1 - scout) * (1 - trust_.In(v1::BLUFF_CALL_MOVEMENT));
  return bluff / (scout + bluff);
}

bool BluffingJudge::MightBe(PieceId own, PieceType type) const {
  const board::Piece& piece = game_.board().PieceOf(own);
  if (piece.is_revealed || (type == PieceType::kBomb && piece.has_moved)) return false;
  for (const v1::BluffingPiece& said : game_.view().bluffing().pieces()) {
    const auto& types = said.possible_types();
    if (said.origin() == own && !types.empty() && std::find(types.begin(), types.end(), ToProto(type)) == types.end()) {
      return false;
    }
  }
  // Somewhere there must be one of which the opponent does not know.
  for (int id = 0; id < board::kSquares; ++id) {
    const board::Piece& other = game_.board().PieceOf(static_cast<PieceId>(id));
    if (other.exists && other.side == game_.side() && other.type == type && !other.is_revealed) return true;
  }
  return false;
}

}  // namespace flagfall::bot
