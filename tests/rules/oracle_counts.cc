#include "tests/rules/oracle_counts.h"

#include <algorithm>
#include <ostream>
#include <set>

#include "tests/support/slow_bars.h"

namespace flagfall {
namespace {

using slow::BarredPly;
using slow::History;
using slow::Judgement;
using slow::Ply;

template <typename Predicate>
bool AnyBarred(const Judgement& judgement, Predicate predicate) {
  return std::any_of(judgement.barred.begin(), judgement.barred.end(), predicate);
}

bool InOneLine(const Ply& a, const Ply& b) {
  return a.from == b.from && (a.to < a.from) == (b.to < b.from) &&
         (a.to % 10 == a.from % 10) == (b.to % 10 == b.from % 10);
}

bool HasLegalPlyInLine(const Judgement& judgement, const Ply& barred) {
  return std::any_of(judgement.legal.begin(), judgement.legal.end(),
                     [&](const Ply& ply) { return InOneLine(ply, barred); });
}

// The history as it was before the last ply, in which the other side was to move.
History OnePlyAgo(const History& history) {
  History before = history;
  before.positions.pop_back();
  before.turns.pop_back();
  return before;
}

// Whether the side that is not to move has a run that its own last ply carried on, or opened.
bool OtherSideChases(const History& history) {
  if (history.turns.empty() || slow::R4_2_ThreatenedBy(history, static_cast<int>(history.turns.size()) - 1).empty()) {
    return false;
  }
  return slow::R4_4_FirstTurnOfRun(OnePlyAgo(history)).has_value();
}

void CountRun(const History& history, const Judgement& judgement, OracleCounts& counts) {
  if (!AnyBarred(judgement, [](const BarredPly& one) { return one.clause.starts_with("R4."); })) return;
  const int first = *slow::R4_4_FirstTurnOfRun(history);
  std::set<int> chasers;
  std::set<int> evaders;
  for (std::size_t t = first; t + 1 < history.turns.size(); t += 2) {
    chasers.insert(history.turns[t].mover);
    evaders.insert(history.turns[t + 1].mover);
  }
  counts.two_chasers += chasers.size() > 1;
  counts.two_evaders += evaders.size() > 1;
  counts.begun_by_attack += history.turns[first].IsAttack();
  counts.both_chasing += OtherSideChases(history);
  counts.before_the_run += AnyBarred(judgement, [&](const BarredPly& one) {
    return one.clause == "R4.6" && !slow::R4_6_RepeatsPosition(history, one.ply, /*whole_game=*/false);
  });
}

void CountTwoSquares(const History& history, const Judgement& judgement, OracleCounts& counts) {
  const auto count = [&](auto predicate) {
    return AnyBarred(judgement, [&](const BarredPly& one) { return one.clause == "R3.2" && predicate(one.ply); });
  };
  counts.two_squares += count([](const Ply&) { return true; });
  counts.barred_attack += count([&](const Ply& ply) { return history.Now()[ply.to] != slow::kNobody; });
  counts.scout_line += count([&](const Ply& ply) { return HasLegalPlyInLine(judgement, ply); });
  counts.return_meets_two_squares += count([&](const Ply& ply) {
    return slow::R4_7_IsReturn(history, ply) && slow::R4_6_RepeatsPosition(history, ply, /*whole_game=*/false);
  });
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const OracleCounts& counts) {
  return out << counts.games << " games, " << counts.positions << " positions, of these with plies barred by R3.2 "
             << counts.two_squares << " (attacks " << counts.barred_attack << ", R3.3 " << counts.scout_line
             << "), by R3.6 " << counts.resting << ", by R4.6 " << counts.repetition << " (before the run "
             << counts.before_the_run << "), by R4.8 " << counts.consecutive << "; in such runs two chasers "
             << counts.two_chasers << ", two evaders " << counts.two_evaders << ", begun by an attack "
             << counts.begun_by_attack << ", both chasing " << counts.both_chasing << "; R4.7 lets go "
             << counts.excused << ", and R3.2 bars all the same " << counts.return_meets_two_squares << "; ends: flag "
             << counts.flag_captured << ", no legal ply " << counts.no_legal_ply << " (all barred " << counts.all_barred
             << "), both immobile " << counts.both_immobile;
}

void Count(const History& history, const Judgement& judgement, OracleCounts& counts) {
  ++counts.positions;
  CountTwoSquares(history, judgement, counts);
  CountRun(history, judgement, counts);
  counts.resting += AnyBarred(judgement, [](const BarredPly& one) { return one.clause == "R3.6"; });
  counts.repetition += AnyBarred(judgement, [](const BarredPly& one) { return one.clause == "R4.6"; });
  counts.consecutive += AnyBarred(judgement, [](const BarredPly& one) { return one.clause == "R4.8"; });
  counts.excused += judgement.excused > 0;
  counts.flag_captured += judgement.reason == "flag_captured";
  counts.no_legal_ply += judgement.reason == "no_legal_ply";
  counts.all_barred += judgement.reason == "no_legal_ply" && !judgement.barred.empty();
  counts.both_immobile += judgement.reason == "both_immobile";
}

}  // namespace flagfall
