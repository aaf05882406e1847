#ifndef SAMPLE_BOTS_ENVIRONMENT_ENV_RECORD_H_
#define SAMPLE_BOTS_ENVIRONMENT_ENV_RECORD_H_

#include "absl/status/statusor.h"
#include "flagfall/v1/game.pb.h"
#include "sample-bots/environment/recorded_game.h"
#include "sample-bots/environment/vector_env.h"

namespace flagfall::environment {

// A game of a VectorEnv, played again by the contract that the referee goes by. `ruleset` is that of the VectorEnv. An
// error would mean that the two do not agree on the rules.
absl::StatusOr<RecordedGame> RecordedGameOf(const v1::Ruleset& ruleset, const PlayedGame& played);

}  // namespace flagfall::environment

#endif  // SAMPLE_BOTS_ENVIRONMENT_ENV_RECORD_H_
