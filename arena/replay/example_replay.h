#ifndef ARENA_REPLAY_EXAMPLE_REPLAY_H_
#define ARENA_REPLAY_EXAMPLE_REPLAY_H_

#include "absl/status/statusor.h"
#include "flagfall/v1/ruleset.pb.h"
#include "flagfall/v1/web.pb.h"

namespace flagfall::arena::replay {

// Returns the example as a page draws it, by playing it. `guide` is the guide that has it. UNIMPLEMENTED for a ruleset
// that no kind of replay fits, and INVALID_ARGUMENT for an example that its game does not take as it says.
absl::StatusOr<v1::ExamplePicture> PictureOf(const v1::RulesetGuide& guide, const v1::RuleExample& example);

// All examples of the ruleset's guide, with its default options. NOT_FOUND for a ruleset that there is not.
absl::StatusOr<v1::RulesetPictures> PicturesOf(absl::string_view ruleset_id);

}  // namespace flagfall::arena::replay

#endif  // ARENA_REPLAY_EXAMPLE_REPLAY_H_
