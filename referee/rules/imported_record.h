#ifndef REFEREE_RULES_IMPORTED_RECORD_H_
#define REFEREE_RULES_IMPORTED_RECORD_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/record.pb.h"

namespace flagfall {

// Games that were played elsewhere, as files tell of them (record_text.h, archive_xml.h). A file has no clocks, and
// says nothing of what each player was told. What can be checked is that every action was legal, and that the game
// ended as it is said to have ended, as far as the rules decide that.

// An action as a file tells it.
struct ToldAction {
  v1::Side side = v1::SIDE_UNSPECIFIED;
  v1::Action action;
  std::string comment;
  // Where it stands in the file, from 1.
  int line = 0;
};

// A game as a file tells it.
struct ToldGame {
  // "text" or "xml".
  std::string format;
  // The file's own; may be empty.
  std::string game_id;
  // Options may be missing.
  v1::Ruleset ruleset;
  // Options that the game is tried with where an action breaks a repetition rule (R3, R4), because the file does not
  // say by which of them its host went; empty where the file tells all.
  std::vector<v1::RulesetOption> otherwise;
  // 32 bytes.
  std::string seed;
  v1::Player red;
  v1::Player blue;
  std::optional<google::protobuf::Timestamp> start_time;
  std::vector<ToldAction> actions;
  // Its result is RESULT_UNSPECIFIED when the file does not tell it; then it must follow from the actions.
  v1::Outcome outcome;
  // Where the outcome stands, or the game begins, from 1.
  int outcome_line = 0;
};

// The record of the game, after everything that can be checked was found right. INVALID_ARGUMENT names the line, what
// is wrong there and what would be right.
absl::StatusOr<v1::GameRecord> ImportedRecordOf(const ToldGame& told);

// Checks an imported record again: that it could have come from ImportedRecordOf. DATA_LOSS says what contradicts
// itself. FAILED_PRECONDITION for a record that was not imported. Never crashes, whatever the record holds.
absl::Status CheckImportedRecord(const v1::GameRecord& record);

// What of the record nothing is there to check by, for people: "clocks, …".
std::string UncheckedOf(const v1::GameRecord& record);

}  // namespace flagfall

#endif  // REFEREE_RULES_IMPORTED_RECORD_H_
