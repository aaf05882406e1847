#ifndef ARENA_STORE_GAME_ROWS_H_
#define ARENA_STORE_GAME_ROWS_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/base/names.h"
#include "arena/store/database.h"
#include "arena/store/statement.h"
#include "flagfall/v1/record.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena::store {

// What the tables of games have in common, for this folder only.

std::optional<std::int64_t> InMicros(const std::optional<Micros>& time);

template <typename Enum>
std::optional<std::string> WordOrAbsent(const std::optional<Enum>& value) {
  return value.has_value() ? std::optional(EnumWord(*value)) : std::nullopt;
}

// The outcome in the columns `first` (result), `first` + 1 (reason) and `first` + 2 (detail).
absl::StatusOr<v1::Outcome> ReadOutcomeColumns(const Statement& row, int first);

// The record in the column `first`, with its hash in the next. Errors, as DecodeRecord's, name the file and the game.
absl::StatusOr<v1::GameRecord> ReadRecordColumns(Database& database, absl::string_view game, const Statement& row,
                                                 int first);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_GAME_ROWS_H_
