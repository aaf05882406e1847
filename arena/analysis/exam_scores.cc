#include "arena/analysis/exam_scores.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "arena/analysis/board_replay.h"
#include "referee/base/check.h"
#include "referee/base/status_macros.h"
#include "referee/rules/board/ply_list.h"
#include "referee/rules/board_game/board_play.h"

namespace flagfall::arena::analysis {
namespace {

// A ply that is answered, where the answer is one.
std::optional<board::Ply> AnsweredPly(const v1::Action& answer) {
  if (!answer.has_ply()) return std::nullopt;
  const absl::StatusOr<board::Ply> ply = PlyOf(answer.ply());
  return ply.ok() ? std::optional(*ply) : std::nullopt;
}

AskedPly Count(const ReplayedPly& replayed, const std::vector<ExamAnswer>& answers) {
  board::PlyList legal;
  replayed.before.LegalPlies(legal);
  AskedPly counted{.number = replayed.number, .legal = static_cast<int>(legal.size())};
  std::map<std::pair<board::Square, board::Square>, int> others;
  for (const ExamAnswer& answer : answers) {
    if (!answer.has_value()) {
      ++counted.missing;
      continue;
    }
    const std::optional<board::Ply> ply = AnsweredPly(*answer);
    if (!ply.has_value() || std::find(legal.begin(), legal.end(), *ply) == legal.end()) {
      ++counted.illegal;
    } else if (*ply == replayed.ply) {
      ++counted.played;
    } else {
      ++others[{ply->from, ply->to}];
    }
  }
  for (const auto& [ply, votes] : others) counted.others.push_back(votes);
  return counted;
}

// One figure's sums over one game.
struct Sums {
  double value = 0;
  double chance = 0;
};

// As in ExamFigure, for sums that have `mean` over all `plies` of which `counts` has each game's.
std::optional<double> StandardError(const std::vector<double>& sums, const std::vector<double>& counts, double mean,
                                    double plies) {
  const auto games = static_cast<double>(sums.size());
  if (games < 2) return std::nullopt;
  double squares = 0;
  for (std::size_t i = 0; i < sums.size(); ++i) squares += std::pow(sums[i] - mean * counts[i], 2);
  return std::sqrt(games / (games - 1) * squares) / plies;
}

ExamFigure FigureOf(const std::vector<Sums>& games, const std::vector<double>& counts, double plies) {
  std::vector<double> values;
  std::vector<double> differences;
  Sums all;
  for (const Sums& game : games) {
    values.push_back(game.value);
    differences.push_back(game.value - game.chance);
    all.value += game.value;
    all.chance += game.chance;
  }
  ExamFigure figure{.value = all.value / plies, .chance = all.chance / plies};
  figure.standard_error = StandardError(values, counts, figure.value, plies);
  figure.difference_standard_error = StandardError(differences, counts, figure.value - figure.chance, plies);
  return figure;
}

}  // namespace

int AskedPly::Asked() const { return std::accumulate(others.begin(), others.end(), played + illegal + missing); }

absl::StatusOr<std::vector<AskedPly>> AskedPliesOf(const v1::GameRecord& record, const GameAnswers& answers) {
  std::vector<AskedPly> asked;
  std::array<std::size_t, 2> seen{};
  FLAGFALL_RETURN_IF_ERROR(ReplayBoard(record, [&](const ReplayedPly& replayed) {
                             const std::size_t side = IndexOf(replayed.side);
                             const std::size_t own = seen[side]++;
                             if (own >= answers[side].size() || answers[side][own].empty()) return;
                             asked.push_back(Count(replayed, answers[side][own]));
                           }).status());
  return asked;
}

double AgreementOf(const AskedPly& ply) { return static_cast<double>(ply.played) / ply.Asked(); }

double GuessedAgreement(int legal) { return 1.0 / legal; }

double RankOf(const AskedPly& ply) {
  const auto more = std::count_if(ply.others.begin(), ply.others.end(), [&](int votes) { return votes > ply.played; });
  auto equal = std::count(ply.others.begin(), ply.others.end(), ply.played);
  if (ply.played == 0) equal += ply.legal - 1 - static_cast<std::ptrdiff_t>(ply.others.size());
  return 1.0 + static_cast<double>(more) + static_cast<double>(equal) / 2;
}

double GuessedRank(int legal) { return (legal + 1) / 2.0; }

double LossBitsOf(const AskedPly& ply) { return -std::log2((ply.played + 1.0 / ply.legal) / (ply.Asked() + 1)); }

double UniformLossBits(int legal) { return std::log2(legal); }

double GuesserLossBits(int legal, int asked) {
  FLAGFALL_CHECK(legal >= 1);
  if (legal == 1) return 0;
  const double hit = 1.0 / legal;
  // The binomial probability of `votes` hits as its logarithm, since that of no hit at all may be too small for a
  // number.
  double probability = asked * std::log1p(-hit);
  double loss = 0;
  for (int votes = 0; votes <= asked; ++votes) {
    loss -= std::exp(probability) * std::log2((votes + hit) / (asked + 1));
    if (votes < asked) probability += std::log(hit / (1 - hit) * (asked - votes) / (votes + 1));
  }
  return loss;
}

ExamFigures FiguresOf(absl::Span<const std::vector<AskedPly>> games, int first, int last) {
  ExamFigures figures;
  std::vector<Sums> agreement;
  std::vector<Sums> rank;
  std::vector<Sums> loss;
  std::vector<double> counts;
  for (const std::vector<AskedPly>& game : games) {
    std::array<Sums, 3> sums;
    const std::uint32_t before = figures.plies;
    for (const AskedPly& ply : game) {
      if (ply.number < first || ply.number > last) continue;
      ++figures.plies;
      figures.asked += ply.Asked();
      figures.illegal += ply.illegal;
      figures.missing += ply.missing;
      figures.legal_plies += ply.legal;
      figures.guesser_loss_bits += GuesserLossBits(ply.legal, ply.Asked());
      sums[0].value += AgreementOf(ply);
      sums[0].chance += GuessedAgreement(ply.legal);
      sums[1].value += RankOf(ply);
      sums[1].chance += GuessedRank(ply.legal);
      sums[2].value += LossBitsOf(ply);
      sums[2].chance += UniformLossBits(ply.legal);
    }
    if (figures.plies == before) continue;
    counts.push_back(static_cast<double>(figures.plies - before));
    agreement.push_back(sums[0]);
    rank.push_back(sums[1]);
    loss.push_back(sums[2]);
  }
  if (figures.plies == 0) return figures;
  const auto plies = static_cast<double>(figures.plies);
  figures.legal_plies /= plies;
  figures.guesser_loss_bits /= plies;
  figures.agreement = FigureOf(agreement, counts, plies);
  figures.rank = FigureOf(rank, counts, plies);
  figures.loss_bits = FigureOf(loss, counts, plies);
  return figures;
}

}  // namespace flagfall::arena::analysis
