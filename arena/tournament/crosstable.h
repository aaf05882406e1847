#ifndef ARENA_TOURNAMENT_CROSSTABLE_H_
#define ARENA_TOURNAMENT_CROSSTABLE_H_

#include <string>

#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena::tournament {

// The standings of a tournament as a table for people, in aligned columns: place, name, games, points, score, wins,
// draws, losses, what else decides the order (byes, Buchholz, Sonneborn-Berger; the ladder's rating and deviation), Elo
// against the field with its error, and then a column for each opponent, by place, with the points made against it.
// Opponents that do not fit into `width` columns of text follow in blocks below. Ends with a newline.
std::string CrosstableText(const v1::Tournament& tournament, int width);

// The same as comma-separated values: a line of headings, then a line for each player. Points against each opponent, by
// line; empty where they have not met.
std::string StandingsCsv(const v1::Tournament& tournament);

}  // namespace flagfall::arena::tournament

#endif  // ARENA_TOURNAMENT_CROSSTABLE_H_
