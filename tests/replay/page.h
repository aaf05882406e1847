#ifndef TESTS_REPLAY_PAGE_H_
#define TESTS_REPLAY_PAGE_H_

#include <cstdint>
#include <vector>

#include "flagfall/v1/web.pb.h"

namespace flagfall::arena {

// Reads a Replay as a page does: by what web.proto says of its fields, and without knowing more of the game than how an
// observer's view follows its events. A Replay of a running game can be read for the spectator only.
//
// Returns the observer's view at each position.
std::vector<v1::View> ReadReplay(const v1::Replay& replay, v1::Observer observer);

// The numbers of the groups of so many that begin with `first`, without it.
std::vector<std::vector<std::uint32_t>> GroupsOf(const google::protobuf::RepeatedField<std::uint32_t>& numbers,
                                                 int width, std::uint32_t first);

// The document's part for boards.
const v1::BoardReplay& BoardIn(const v1::Replay& replay);

}  // namespace flagfall::arena

#endif  // TESTS_REPLAY_PAGE_H_
