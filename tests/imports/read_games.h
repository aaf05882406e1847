#ifndef TESTS_IMPORTS_READ_GAMES_H_
#define TESTS_IMPORTS_READ_GAMES_H_

#include <sstream>
#include <string>
#include <vector>

#include "arena/imports/game_file.h"

namespace flagfall::arena::imports {

// What was read of a file.
struct ReadFile {
  std::vector<v1::GameRecord> records;
  // "3: line 7: ..." of each game that was left out.
  std::vector<std::string> broken;
  absl::Status status;
};

inline ReadFile Read(FileFormat format, const std::string& content) {
  std::istringstream in(content);
  ReadFile file;
  file.status = ReadGames(format, in, [&](std::uint32_t number, absl::StatusOr<v1::GameRecord> record) {
    if (record.ok()) {
      file.records.push_back(*std::move(record));
    } else {
      file.broken.push_back(std::to_string(number) + ": " + std::string(record.status().message()));
    }
    return absl::OkStatus();
  });
  return file;
}

}  // namespace flagfall::arena::imports

#endif  // TESTS_IMPORTS_READ_GAMES_H_
