#ifndef ARENA_QUERIES_POOL_FIT_TEXT_H_
#define ARENA_QUERIES_POOL_FIT_TEXT_H_

#include <string>

#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena::queries {

// What stands below a pool's leaderboard, for people: what Red is worth and how often equals draw, which games that
// nobody played are in the ratings, and which bots cannot be compared. Ends with a newline.
std::string PoolFitText(const v1::PoolFit& fit);

// What the columns of all leaderboards mean. Ends with a newline.
std::string LeaderboardLegend();

}  // namespace flagfall::arena::queries

#endif  // ARENA_QUERIES_POOL_FIT_TEXT_H_
