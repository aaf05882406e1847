#ifndef REFEREE_MATCH_MATCH_MESSAGES_H_
#define REFEREE_MATCH_MATCH_MESSAGES_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "flagfall/v1/bot_service.pb.h"
#include "flagfall/v1/game.pb.h"
#include "referee/match/match_spec.h"
#include "referee/rules/game.h"

namespace flagfall {

v1::Outcome MakeOutcome(v1::Result result, v1::Reason reason, absl::string_view detail);

// The message that begins a game for one player (protocol 1.2). It names the opponent unless the policy keeps players
// anonymous. `beginning` is the game before its first action.
v1::GameStarted MakeGameStarted(const MatchSpec& spec, v1::Side side, const Game& beginning);

v1::PlayResponse MakeGameError(const std::string& game_id, v1::GameError::Code code, std::uint32_t decision,
                               absl::string_view clause, absl::string_view message);

// At most `bytes_max` of the text's bytes, ending with a whole UTF-8 character.
absl::string_view CutToBytes(absl::string_view text, std::size_t bytes_max);

}  // namespace flagfall

#endif  // REFEREE_MATCH_MATCH_MESSAGES_H_
