// Any bytes as a file of games, of either format: each game is refused with a line and a message, or what is read of it
// holds by the rules, and is written and read again as the same.

#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>

#include "arena/imports/game_file.h"
#include "referee/base/check.h"
#include "referee/rules/archive_xml.h"
#include "referee/rules/imported_record.h"
#include "referee/rules/record_text.h"

namespace {

using flagfall::arena::imports::FileFormat;

std::string Write(FileFormat format, const flagfall::v1::GameRecord& record) {
  const auto written = format == FileFormat::kText ? flagfall::TextOf(record) : flagfall::ArchiveXmlOf(record);
  FLAGFALL_CHECK(written.ok());
  return *written;
}

void CheckRecord(FileFormat format, const flagfall::v1::GameRecord& record) {
  FLAGFALL_CHECK(flagfall::CheckImportedRecord(record).ok());
  const std::string written = Write(format, record);
  std::istringstream in(written);
  int games = 0;
  const absl::Status status = flagfall::arena::imports::ReadGames(
      format, in, [&](std::uint32_t, const absl::StatusOr<flagfall::v1::GameRecord>& again) {
        FLAGFALL_CHECK(again.ok() && Write(format, *again) == written);
        ++games;
        return absl::OkStatus();
      });
  FLAGFALL_CHECK(status.ok() && games == 1);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string content(reinterpret_cast<const char*>(bytes), size);
  for (const FileFormat format : {FileFormat::kText, FileFormat::kXml}) {
    std::istringstream in(content);
    const absl::Status status = flagfall::arena::imports::ReadGames(
        format, in, [&](std::uint32_t, const absl::StatusOr<flagfall::v1::GameRecord>& record) {
          if (record.ok()) CheckRecord(format, *record);
          FLAGFALL_CHECK(record.ok() || !record.status().message().empty());
          return absl::OkStatus();
        });
    FLAGFALL_CHECK(status.ok() || !status.message().empty());
  }
  return 0;
}
