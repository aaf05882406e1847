#include "arena/store/game_rows.h"

#include "absl/strings/str_cat.h"
#include "arena/store/record_codec.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {

std::optional<std::int64_t> InMicros(const std::optional<Micros>& time) {
  return time.has_value() ? std::optional(time->count()) : std::nullopt;
}

absl::StatusOr<v1::Outcome> ReadOutcomeColumns(const Statement& row, int first) {
  v1::Outcome outcome;
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Result result, EnumNamed<v1::Result>(row.Text(first)));
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Reason reason, EnumNamed<v1::Reason>(row.Text(first + 1)));
  outcome.set_result(result);
  outcome.set_reason(reason);
  outcome.set_detail(row.Text(first + 2));
  return outcome;
}

absl::StatusOr<v1::GameRecord> ReadRecordColumns(Database& database, absl::string_view game, const Statement& row,
                                                 int first) {
  absl::StatusOr<v1::GameRecord> record = DecodeRecord(row.Blob(first), row.Blob(first + 1));
  if (record.ok()) return record;
  return absl::Status(record.status().code(),
                      absl::StrCat(database.path(), ": game ", game, ": ", record.status().message()));
}

}  // namespace flagfall::arena::store
