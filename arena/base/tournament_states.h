#ifndef ARENA_BASE_TOURNAMENT_STATES_H_
#define ARENA_BASE_TOURNAMENT_STATES_H_

#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena {

// Whether a server plays the tournament, or will without anybody's wish: who watches it waits for its end.
inline bool IsUnderWay(v1::Tournament::State state) {
  return state == v1::Tournament::STATE_RUNNING || state == v1::Tournament::STATE_QUEUED ||
         state == v1::Tournament::STATE_SCHEDULED;
}

}  // namespace flagfall::arena

#endif  // ARENA_BASE_TOURNAMENT_STATES_H_
