#include "arena/cli/copies_report.h"

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/cli/console.h"
#include "referee/base/counted.h"

namespace flagfall::arena::cli {
namespace {

// That any pair of a field without copies comes below this has a chance of one in ten thousand, if what is allowed is
// right.
constexpr double kSuspiciousPair = 1e-4;
// Of a table for people; --json has all pairs.
constexpr int kRowsMax = 30;
constexpr double kNormal95 = 1.96;
// With fewer openings an interval by the normal distribution is too narrow to say anything.
constexpr std::uint32_t kOpeningsMin = 20;

// With the same seed two bots play the same when they agree in nearly all of so many views or more, and otherwise far
// less often: bots of their own do not draw the same lots.
constexpr std::uint32_t kSameSeedViewsMin = 100;
constexpr double kSameSeedAgreementMin = 0.98;
constexpr double kSameSeedLeadMin = 0.1;

bool IsSameWithSameSeed(const analysis::PairSimilarity& pair) {
  return pair.views >= kSameSeedViewsMin && pair.same_seed >= kSameSeedAgreementMin &&
         pair.same_seed - pair.agreement >= kSameSeedLeadMin;
}

v1::TellingView MessageOf(const analysis::ComparedViews& compared, const analysis::WeighingView& weighing,
                          const analysis::PairSimilarity& pair) {
  const analysis::ComparedView& view = compared.views()[weighing.view];
  v1::TellingView message;
  message.set_game_id(compared.GameId(view.game));
  message.set_number(static_cast<std::uint32_t>(view.number));
  message.mutable_ply()->set_from(weighing.ply.from);
  message.mutable_ply()->set_to(weighing.ply.to);
  message.set_legal_plies(static_cast<std::uint32_t>(view.legal.size()));
  std::uint32_t same = 0;
  std::uint32_t asked = 0;
  for (std::size_t bot = 0; bot < view.answers.size(); ++bot) {
    if (bot == pair.first || bot == pair.second) continue;
    for (const int answer : view.answers[bot]) {
      if (answer == analysis::kNoAnswer) continue;
      ++asked;
      same += view.legal[static_cast<std::size_t>(answer)] == weighing.ply ? 1 : 0;
    }
  }
  message.set_others_same(same);
  message.set_others_asked(asked);
  return message;
}

std::string Share(double share) { return absl::StrFormat("%.3f", share); }

std::string SimilarityText(const v1::ComparedPair& pair) {
  if (!pair.has_similarity()) return "-";
  const std::string text = absl::StrFormat("%+.2f", pair.similarity());
  if (!pair.has_similarity_standard_error()) return text;
  return absl::StrCat(text, " ± ", absl::StrFormat("%.2f", kNormal95 * pair.similarity_standard_error()));
}

std::string PairsTable(const v1::CopyComparison& message) {
  std::vector<std::vector<std::string>> rows = {
      {"bot", "bot", "views", "agreement", "chance", "with others", "with itself", "same seed", "similarity", "p"}};
  for (const v1::ComparedPair& pair : message.pairs()) {
    if (rows.size() > kRowsMax) break;
    rows.push_back({pair.first(), pair.second(), absl::StrCat(pair.views()), Share(pair.agreement()),
                    Share(pair.chance()), Share(pair.others_agreement()), Share(pair.self_agreement()),
                    Share(pair.same_seed_agreement()), SimilarityText(pair),
                    absl::StrFormat("%.2g", pair.adjusted_p())});
  }
  const int left = message.pairs_size() - kRowsMax;
  return absl::StrCat(FormatTable(rows), left > 0
                                             ? absl::StrCat(Counted(static_cast<std::uint64_t>(left), "pair"),
                                                            " that are less alike are left out; --json has them.\n")
                                             : "");
}

std::string TellingTable(const v1::ComparedPair& pair) {
  std::vector<std::vector<std::string>> rows = {{"game", "ply", "both made", "legal plies", "others who did"}};
  for (const v1::TellingView& view : pair.telling_views()) {
    const board::Ply ply = {.from = static_cast<board::Square>(view.ply().from()),
                            .to = static_cast<board::Square>(view.ply().to())};
    rows.push_back({view.game_id(), absl::StrCat(view.number()), board::PlyName(ply), absl::StrCat(view.legal_plies()),
                    absl::StrCat(view.others_same(), " of ", view.others_asked())});
  }
  return absl::StrCat("Where ", Printable(pair.first()), " and ", Printable(pair.second()),
                      " alone agree, the most telling views:\n", FormatTable(rows));
}

std::string LeftOutText(const v1::CopyComparison& message) {
  std::string text;
  for (const v1::ComparedBot& bot : message.bots()) {
    if (!bot.left_out_because().empty()) {
      absl::StrAppend(&text, Printable(bot.name()), " was left out: ", Printable(bot.left_out_because()), ".\n");
    } else if (bot.not_asked() > 0 || bot.faults() > 0) {
      absl::StrAppend(&text, Printable(bot.name()), " was not asked for ", Counted(bot.not_asked(), "ply", "plies"),
                      ", since its game had been cut short; ", Counted(bot.faults(), "process", "processes"),
                      " of it failed.\n");
    }
  }
  return text;
}

bool IsSuspicious(const v1::ComparedPair& pair) { return pair.adjusted_p() <= kSuspiciousPair; }

// Whether more games may make it suspicious: its similarity alone says so, which is not corrected for the number of
// pairs.
bool IsOpen(const v1::ComparedPair& pair, double allowed) {
  return !IsSuspicious(pair) && pair.has_similarity() && pair.openings() >= kOpeningsMin &&
         pair.similarity() - kNormal95 * pair.similarity_standard_error() > allowed;
}

std::string NamesOf(const v1::ComparedPair& pair) {
  return absl::StrCat(Printable(pair.first()), " and ", Printable(pair.second()));
}

std::string SameSeedText(const v1::CopyComparison& message) {
  std::string text;
  for (const v1::ComparedPair& pair : message.pairs()) {
    if (!pair.same_with_same_seed()) continue;
    absl::StrAppend(&text, NamesOf(pair),
                    ": with the same seed they play the same: the same program, or one that draws the same lots.\n");
  }
  return text;
}

std::string VerdictOf(const v1::CopyComparison& message) {
  std::vector<std::string> suspicious;
  std::vector<std::string> open;
  for (const v1::ComparedPair& pair : message.pairs()) {
    if (IsSuspicious(pair)) suspicious.push_back(NamesOf(pair));
    if (IsOpen(pair, message.similarity_allowed())) open.push_back(NamesOf(pair));
  }
  std::string text;
  if (!suspicious.empty()) {
    text = absl::StrCat("More alike than two bots of their own should be: ", absl::StrJoin(suspicious, ", "), ".");
  } else if (SameSeedText(message).empty()) {
    text = "No two bots are more alike than they may be.";
  } else {
    text =
        "No two bots are more alike than they may be under different seeds, but some are with the same one; see below.";
  }
  if (!open.empty()) absl::StrAppend(&text, " More games may tell more of ", absl::StrJoin(open, ", "), ".");
  return text;
}

}  // namespace

void AddPairs(const analysis::ComparedViews& compared, absl::Span<const analysis::PairSimilarity> pairs,
              const std::vector<std::string>& bots, v1::CopyComparison& message) {
  for (const analysis::PairSimilarity& pair : pairs) {
    v1::ComparedPair& row = *message.add_pairs();
    row.set_first(bots[pair.first]);
    row.set_second(bots[pair.second]);
    row.set_views(pair.views);
    row.set_openings(pair.units);
    row.set_agreement(pair.agreement);
    row.set_chance(pair.chance);
    row.set_others_agreement(pair.others);
    row.set_self_agreement(pair.self);
    row.set_same_seed_agreement(pair.same_seed);
    row.set_same_with_same_seed(IsSameWithSameSeed(pair));
    if (pair.similarity.has_value()) row.set_similarity(*pair.similarity);
    if (pair.standard_error.has_value()) row.set_similarity_standard_error(*pair.standard_error);
    row.set_p(pair.p);
    row.set_adjusted_p(pair.adjusted_p);
    for (const analysis::WeighingView& weighing : pair.weighing) {
      *row.add_telling_views() = MessageOf(compared, weighing, pair);
    }
  }
}

std::string CopiesText(const v1::CopyComparison& message) {
  std::string text = absl::StrCat(
      message.ruleset_id(), ": ", Counted(message.games(), "game"), ", ", Counted(message.views(), "view"),
      ", each bot asked ", message.repeats(), " times. ", VerdictOf(message), "\n", PairsTable(message),
      "Similarity is where the agreement lies between that with others, 0, and that with itself under another seed, "
      "1; ",
      absl::StrFormat("%g", message.similarity_allowed()),
      " is allowed.\n± is for 95 %. p is for a pair that is no more alike than that, and counts all pairs.\n",
      SameSeedText(message), LeftOutText(message));
  for (const v1::ComparedPair& pair : message.pairs()) {
    if (IsSuspicious(pair)) absl::StrAppend(&text, TellingTable(pair));
  }
  return text;
}

}  // namespace flagfall::arena::cli
