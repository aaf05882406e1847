#ifndef TESTS_REPLAY_REPLAY_READER_H_
#define TESTS_REPLAY_REPLAY_READER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "flagfall/v1/web.pb.h"

namespace flagfall::arena::replay {

// Returns the replay of a random match of at most 120 plies in the tested ruleset of that id.
v1::Replay Played(const std::string& id, std::uint64_t seed);

// Returns the observer's view at each position of a replay. It reads the replay as a page does: by what replay.proto
// says of its fields, and without knowing more of the game than how an observer's view follows its events. The replay
// of a running game can be read for the spectator only.
std::vector<v1::View> ReadReplay(const v1::Replay& replay, v1::Observer observer);

// Of an array of groups of `width` numbers, the groups whose first number is `first`, without that number.
std::vector<std::vector<std::uint32_t>> GroupsOf(const google::protobuf::RepeatedField<std::uint32_t>& numbers,
                                                 int width, std::uint32_t first);

// The board of a replay of a board game or of `bluffing`.
const v1::BoardReplay& BoardIn(const v1::Replay& replay);

}  // namespace flagfall::arena::replay

#endif  // TESTS_REPLAY_REPLAY_READER_H_
