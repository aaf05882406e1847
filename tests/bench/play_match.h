#ifndef TESTS_BENCH_PLAY_MATCH_H_
#define TESTS_BENCH_PLAY_MATCH_H_

#include "flagfall/v1/record.pb.h"
#include "referee/match/match_spec.h"
#include "referee/rules/random.h"

namespace flagfall::bench {

// The record of a match that two players play by random legal actions in this process, each in a millisecond of the
// match's time. The spec must be one that a match can be made of, and give set-ups where the ruleset has players draw
// theirs up: nobody lists all that are legal.
v1::GameRecord PlayAtRandom(MatchSpec spec, Random& random);

}  // namespace flagfall::bench

#endif  // TESTS_BENCH_PLAY_MATCH_H_
