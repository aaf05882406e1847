#include "tests/support/drawn_options.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "referee/base/check.h"

namespace flagfall {
namespace {

constexpr int kTriesMax = 20;
// How far from the ends of a number's domain a value is that is drawn near them.
constexpr std::uint64_t kNear = 12;

std::string DrawNumber(const OptionInfo& option, const Draw& draw) {
  const auto span = static_cast<std::uint64_t>(option.max - option.min);
  switch (draw(3)) {
    case 0:
      return option.default_value;
    case 1:
      return absl::StrCat(option.min + static_cast<std::int64_t>(draw(std::min(kNear, span))));
    case 2:
      return absl::StrCat(option.max - static_cast<std::int64_t>(draw(std::min(kNear, span))));
    default:
      return absl::StrCat(option.min + static_cast<std::int64_t>(draw(span)));
  }
}

// The counts of any army of up to 40 pieces (R1.6), the Flag's first and the Bomb's last.
std::string DrawArmy(const Draw& draw) {
  std::vector<std::uint64_t> counts(12);
  std::uint64_t left = 40;
  // A Flag, and a piece that moves.
  for (const std::size_t needed : {std::size_t{0}, static_cast<std::size_t>(1 + draw(9))}) {
    ++counts[needed];
    --left;
  }
  // An army of forty pieces makes a long game, so most have fewer.
  left = draw(3) == 0 ? left : draw(12);
  while (left > 0) {
    const std::uint64_t count = 1 + draw(left - 1);
    counts[draw(11)] += count;
    left -= count;
  }
  return absl::StrJoin(counts, "-");
}

std::string DrawText(const OptionInfo& option, const Draw& draw) {
  // Of texts there is this one; values of another would have to be drawn here, too.
  FLAGFALL_CHECK(option.name == "army");
  switch (draw(3)) {
    case 0:
    case 1:
      return option.default_value;
    case 2:
      return option.examples[draw(option.examples.size() - 1)];
    default:
      return DrawArmy(draw);
  }
}

std::string DrawValue(const OptionInfo& option, const Draw& draw) {
  if (option.read_text != nullptr) return DrawText(option, draw);
  return option.choices.empty() ? DrawNumber(option, draw) : option.choices[draw(option.choices.size() - 1)];
}

}  // namespace

v1::Ruleset DrawOptions(const RulesetInfo& info, const Draw& draw) {
  v1::Ruleset ruleset;
  for (int tries = 0; tries < kTriesMax; ++tries) {
    ruleset.clear_options();
    for (const OptionInfo& option : info.options) {
      v1::RulesetOption& drawn = *ruleset.add_options();
      drawn.set_name(option.name);
      drawn.set_value(DrawValue(option, draw));
    }
    if (const auto complete = CompleteRuleset(info, ruleset); complete.ok()) return *complete;
  }
  return *CompleteRuleset(info, v1::Ruleset());
}

v1::Ruleset DrawOptions(const RulesetInfo& info, Random& random) {
  return DrawOptions(info, [&random](std::uint64_t max) { return Below(max + 1, random); });
}

}  // namespace flagfall
