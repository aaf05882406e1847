#include "arena/analysis/foreknowledge.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "arena/analysis/board_replay.h"
#include "arena/analysis/hidden_types.h"
#include "referee/base/status_macros.h"
#include "referee/rules/board_game/board_options.h"

namespace flagfall::arena::analysis {
namespace {

using board::PieceType;

constexpr std::size_t kWeighingMax = 20;
// So many contacts tell well enough what stands beside a piece.
constexpr std::uint64_t kContactsMin = 100;
constexpr std::size_t kCircumstances = 12;

// A hint that a ply gives, and the hidden piece that it is about.
struct Given {
  Hint hint = Hint::kAttack;
  board::PieceId about = board::kNoPiece;
  // The player's piece that it is about.
  board::PieceId own = board::kNoPiece;
};

// Of the hidden pieces on these squares that have not counted yet, the one with the lowest origin.
board::PieceId FirstHidden(const ReplayedPly& played, board::Bitboard squares, board::Bitboard counted) {
  board::PieceId first = board::kNoPiece;
  board::ForEach(squares & played.before.OccupiedBy(OpponentOf(played.side)), [&](board::Square square) {
    const board::PieceId id = played.before.PieceAt(square);
    if (IsHiddenFrom(played.side, played.before, id) && !board::Contains(counted, id)) first = std::min(first, id);
  });
  return first;
}

// The player's strongest piece that could attack a piece on that square from beside; kNoPiece when there is none.
board::PieceId StrongestBeside(const ReplayedPly& played, board::Square square) {
  board::PieceId strongest = board::kNoPiece;
  board::ForEach(board::kNeighbours[square] & played.before.MovableOf(played.side), [&](board::Square beside) {
    const board::PieceId id = played.before.PieceAt(beside);
    if (strongest == board::kNoPiece || played.before.PieceOf(id).type > played.before.PieceOf(strongest).type) {
      strongest = id;
    }
  });
  return strongest;
}

// How a contact has come about, as far as both players know it: the hidden piece has come, the player's has, or neither
// in the last two plies; whether its opponent knows what the player's piece is; and whether the hidden one has ever
// moved.
std::size_t CircumstanceOf(const ReplayedPly& played, const Given& given, board::PieceId came, board::PieceId went) {
  const std::size_t who = given.about == came ? 0 : given.own == went ? 1 : 2;
  const std::size_t is_known = played.before.PieceOf(given.own).is_revealed ? 1 : 0;
  const std::size_t has_moved = played.before.PieceOf(given.about).has_moved ? 1 : 0;
  return who * 4 + is_known * 2 + has_moved;
}

// The hidden pieces that the player could attack from beside, and that have not counted yet.
void AddContacts(const ReplayedPly& played, board::Bitboard counted, std::vector<Given>& given) {
  board::ForEach(played.before.OccupiedBy(OpponentOf(played.side)), [&](board::Square square) {
    const board::PieceId id = played.before.PieceAt(square);
    if (!IsHiddenFrom(played.side, played.before, id) || board::Contains(counted, id)) return;
    const board::PieceId own = StrongestBeside(played, square);
    if (own != board::kNoPiece) given.push_back({.hint = Hint::kContact, .about = id, .own = own});
  });
}

// The hints of a ply, or of a turn in which it could have been another.
std::vector<Given> HintsOf(const ReplayedPly& played, const std::array<board::Bitboard, kHints>& counted) {
  const auto counted_as = [&counted](Hint hint) { return counted[static_cast<std::size_t>(hint)]; };
  std::vector<Given> given;
  AddContacts(played, counted_as(Hint::kContact), given);
  const board::PieceId own = played.report.mover;
  if (const board::PieceId target = played.report.target; target != board::kNoPiece) {
    if (!IsHiddenFrom(played.side, played.before, target)) return given;
    given.push_back({.hint = Hint::kAttack, .about = target, .own = own});
    given.push_back({.hint = Hint::kFlag, .about = target, .own = own});
    return given;
  }
  const board::Bitboard was_beside = board::kNeighbours[played.ply.from];
  const board::Bitboard is_beside = board::kNeighbours[played.ply.to];
  const board::PieceId met = FirstHidden(played, is_beside & ~was_beside, counted_as(Hint::kApproach));
  if (met != board::kNoPiece) given.push_back({.hint = Hint::kApproach, .about = met, .own = own});
  const board::PieceId left = FirstHidden(played, was_beside & ~is_beside, counted_as(Hint::kFlight));
  if (left != board::kNoPiece) given.push_back({.hint = Hint::kFlight, .about = left, .own = own});
  return given;
}

// What was to be expected of a guess, for each outcome, and what it came to.
Guess GuessOf(const Given& given, const ReplayedPly& played, const Habit& habit, board::Bitboard known) {
  const HiddenTypes hidden = HiddenTypesOf(played.before, OpponentOf(played.side), known);
  const auto likely = LikelyTypes(hidden, habit);
  const auto found = std::find(hidden.pieces.begin(), hidden.pieces.end(), given.about) - hidden.pieces.begin();
  const PieceType own = played.before.PieceOf(given.own).type;
  Guess guess;
  for (int type = 1; type < board::kPieceTypes; ++type) {
    const auto outcome = static_cast<std::size_t>(OutcomeOf(given.hint, own, static_cast<PieceType>(type)) + 1);
    guess.chance[outcome] += likely[static_cast<std::size_t>(found)][static_cast<std::size_t>(type)];
  }
  guess.outcome = OutcomeOf(given.hint, own, played.before.PieceOf(given.about).type);
  return guess;
}

// With the chances of a player of that skill.
Guess Tilted(Guess guess, double skill) {
  double sum = 0;
  for (int outcome = -1; outcome <= 1; ++outcome) {
    sum += guess.chance[static_cast<std::size_t>(outcome + 1)] *= std::exp(skill * outcome);
  }
  for (double& chance : guess.chance) chance /= sum;
  return guess;
}

// Where it was right not to attack.
Guess Reversed(Guess guess) {
  std::swap(guess.chance[0], guess.chance[2]);
  guess.outcome = -guess.outcome;
  return guess;
}

}  // namespace

Foreknowledge::Foreknowledge(const std::array<double, kHints>& skill_allowed)
    : bets_(skill_allowed.begin(), skill_allowed.end()), beside_(kCircumstances, SkillBets(0)) {}

absl::Status Foreknowledge::Add(const v1::GameRecord& record, Side side) {
  FLAGFALL_ASSIGN_OR_RETURN(const board::BoardRules rules, BoardRulesOf(record.ruleset()));
  const std::string& opponent = side == Side::kRed ? record.blue().name() : record.red().name();
  struct Noted {
    Hint hint;
    Guess guess;
    WeighingPly ply;
  };
  std::vector<Noted> noted;
  const PieceHabits::OfPlayer habits = habits_.Of(opponent, OpponentOf(side), rules);
  std::vector<std::pair<std::size_t, Guess>> met;
  std::array<double, kCircumstances> easier{};
  std::transform(beside_.begin(), beside_.end(), easier.begin(), [](const SkillBets& bets) { return bets.Skill(); });
  // The last pieces that the opponent and the player have moved.
  board::PieceId came = board::kNoPiece;
  board::PieceId went = board::kNoPiece;
  std::array<int, board::kSquares> moves{};
  PieceHabits::Sightings sightings{};
  std::array<board::Bitboard, kHints> counted{};
  FLAGFALL_ASSIGN_OR_RETURN(
      const RecordedStart start, ReplayBoard(record, [&](const ReplayedPly& played) {
        if (played.side != side) {
          ++moves[played.report.mover];
          came = played.report.mover;
          return;
        }
        const auto behaviour = [&](board::PieceId id) {
          return BehaviourOf(OpponentOf(side), moves[id], played.before.PieceOf(id).square);
        };
        const Habit habit = [&](board::PieceId id, PieceType type) { return habits(id, behaviour(id), type); };
        board::ForEach(played.before.OccupiedBy(OpponentOf(side)), [&](board::Square square) {
          const board::Piece& piece = played.before.PieceOf(played.before.PieceAt(square));
          if (piece.is_revealed) return;
          const Behaviour seen = behaviour(played.before.PieceAt(square));
          ++sightings[static_cast<std::size_t>(seen)][static_cast<std::size_t>(piece.type)];
        });
        for (const Given& given : HintsOf(played, counted)) {
          board::Bitboard& known = counted[static_cast<std::size_t>(given.hint)];
          Guess guess = GuessOf(given, played, habit, known);
          known |= board::BitOf(given.about);
          if (given.hint == Hint::kContact) {
            const std::size_t circumstance = CircumstanceOf(played, given, came, went);
            met.emplace_back(circumstance, guess);
            if (beside_[circumstance].guesses() < kContactsMin) continue;
            guess = Tilted(guess, easier[circumstance]);
            if (played.report.target != given.about) guess = Reversed(guess);
          }
          noted.push_back(
              {given.hint,
               guess,
               {.game_id = record.game_id(), .number = played.number, .ply = played.ply, .hint = given.hint}});
        }
        went = played.report.mover;
      }));
  for (const auto& [circumstance, guess] : met) beside_[circumstance].Add(guess);
  for (Noted& note : noted) Take(note.hint, note.guess, std::move(note.ply));
  habits_.Add(opponent, OpponentOf(side), start.Of(OpponentOf(side)), sightings);
  ++games_;
  return absl::OkStatus();
}

void Foreknowledge::Take(Hint hint, const Guess& guess, WeighingPly ply) {
  ply.weight = bets_[static_cast<std::size_t>(hint)].Add(guess);
  std::array<double, kHints> log_winnings{};
  std::transform(bets_.begin(), bets_.end(), log_winnings.begin(),
                 [](const SkillBets& bets) { return bets.LogWinnings(); });
  log_most_ = std::max(log_most_, LogOfMean(log_winnings));
  if (ply.weight <= 0) return;
  const auto is_heavier = [](const WeighingPly& a, const WeighingPly& b) { return a.weight > b.weight; };
  weighing_.insert(std::upper_bound(weighing_.begin(), weighing_.end(), ply, is_heavier), ply);
  if (weighing_.size() > kWeighingMax) weighing_.pop_back();
}

}  // namespace flagfall::arena::analysis
