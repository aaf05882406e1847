#ifndef TESTS_FUZZ_GAME_FILE_TRIAL_H_
#define TESTS_FUZZ_GAME_FILE_TRIAL_H_

#include <functional>
#include <sstream>
#include <string>

#include "arena/imports/game_file.h"
#include "referee/base/check.h"
#include "referee/rules/imported_record.h"

namespace flagfall::fuzz {

// Writes a record in the file's format.
using RecordWriter = std::function<absl::StatusOr<std::string>(const v1::GameRecord& record)>;

// Reads the content as a file of that format: each game is refused with a line and a message, or what is read of it
// holds by the rules, and is written and read again as the same.
inline void TryGameFile(arena::imports::FileFormat format, const std::string& content, const RecordWriter& write) {
  std::istringstream in(content);
  const absl::Status status =
      arena::imports::ReadGames(format, in, [&](std::uint32_t, const absl::StatusOr<v1::GameRecord>& record) {
        if (!record.ok()) {
          FLAGFALL_CHECK(!record.status().message().empty());
          return absl::OkStatus();
        }
        FLAGFALL_CHECK(CheckImportedRecord(*record).ok());
        const auto written = write(*record);
        FLAGFALL_CHECK(written.ok());
        std::istringstream in_again(*written);
        int games = 0;
        const absl::Status again = arena::imports::ReadGames(
            format, in_again, [&](std::uint32_t, const absl::StatusOr<v1::GameRecord>& record_again) {
              FLAGFALL_CHECK(record_again.ok() && *write(*record_again) == *written);
              ++games;
              return absl::OkStatus();
            });
        FLAGFALL_CHECK(again.ok() && games == 1);
        return absl::OkStatus();
      });
  FLAGFALL_CHECK(status.ok() || !status.message().empty());
}

}  // namespace flagfall::fuzz

#endif  // TESTS_FUZZ_GAME_FILE_TRIAL_H_
