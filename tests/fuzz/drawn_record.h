#ifndef TESTS_FUZZ_DRAWN_RECORD_H_
#define TESTS_FUZZ_DRAWN_RECORD_H_

#include "flagfall/v1/record.pb.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/random.h"
#include "tests/replay/random_match.h"
#include "tests/support/drawn_options.h"

namespace flagfall::fuzz {

// The record of a short game of any ruleset with any options, as the referee makes it.
inline v1::GameRecord DrawnRecord(Random& random) {
  const RulesetInfo& info = Catalogue()[Below(Catalogue().size(), random)]->info();
  v1::Ruleset ruleset;
  ruleset.set_id(info.id);
  if (Below(2, random) == 0) ruleset = DrawOptions(info, random);
  constexpr std::uint64_t kPliesMax = 24;
  return PlayRandomMatch(ruleset, random(), static_cast<std::uint32_t>(1 + Below(kPliesMax, random))).record;
}

}  // namespace flagfall::fuzz

#endif  // TESTS_FUZZ_DRAWN_RECORD_H_
