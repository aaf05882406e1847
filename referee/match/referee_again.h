#ifndef REFEREE_MATCH_REFEREE_AGAIN_H_
#define REFEREE_MATCH_REFEREE_AGAIN_H_

#include "absl/status/status.h"
#include "flagfall/v1/record.pb.h"
#include "referee/match/match.h"

namespace flagfall {

// Referees a recorded game again (R10.7): what came in goes through a new match at its recorded times, and the match's
// record must come out the same, byte for byte: the outcome, the clocks after each action, the digests of the three
// observers' events. Never crashes, whatever the record holds.
//
// INVALID_ARGUMENT: the record is not one that a match could have been played by (a seed that is not 32 bytes, times
// that go back, an entry without content). DATA_LOSS: refereed again, the game goes another way; the message names the
// first entry or field that differs, with both of its values. Errors of NewGame, where the ruleset cannot be played.
absl::Status RefereeAgain(const v1::GameRecord& record);

// The same for a game of the factory's.
absl::Status RefereeAgain(const v1::GameRecord& record, const GameFactory& factory);

// The same for a record that is to be one of this match, whose ruleset has every option: also what was known before the
// game must come out the same, save the start time. Errors of Match::Create are those of the spec.
absl::Status RefereeAgain(const v1::GameRecord& record, MatchSpec spec);

}  // namespace flagfall

#endif  // REFEREE_MATCH_REFEREE_AGAIN_H_
