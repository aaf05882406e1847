#ifndef TESTS_SUPPORT_DRAWN_OPTIONS_H_
#define TESTS_SUPPORT_DRAWN_OPTIONS_H_

#include <cstdint>
#include <functional>

#include "flagfall/v1/game.pb.h"
#include "referee/rules/random.h"
#include "referee/rules/ruleset.h"

namespace flagfall {

// Draws a number from 0 to `max`, both included. A source that has run dry gives 0.
using Draw = std::function<std::uint64_t(std::uint64_t max)>;

// The ruleset with drawn options, complete. Each option can have every value of its domain: its default, one near an
// end of its domain, where limits are met, or any other. They go together; a source that has run dry gives the
// defaults.
v1::Ruleset DrawOptions(const RulesetInfo& info, const Draw& draw);
v1::Ruleset DrawOptions(const RulesetInfo& info, Random& random);

}  // namespace flagfall

#endif  // TESTS_SUPPORT_DRAWN_OPTIONS_H_
