// flagfall-archive-reader STREAM_BYTES FILE_BYTES: reads a stranger's archive, which is its standard input, and writes
// its entries to its standard output (entry_stream.h). An archive may take the library over that reads it; so this
// process has nothing to lose and nowhere to go: its environment is empty, it has no descriptor but the two, and the
// kernel does nothing for it but read the one, write to the other, and give it memory.

#include <unistd.h>

#include <cstdio>
#include <string>

#include "absl/strings/numbers.h"
#include "arena/bots/reader/archive_entries.h"
#include "arena/bots/reader/confine.h"
#include "arena/bots/reader/entry_stream.h"
#include "arena/bots/utf8_locale.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::bots {
namespace {

absl::Status Read(const ArchiveLimits& limits, EntrySink& sink) {
  // What it loads is not to be had afterwards.
  const Utf8Locale locale;
  FLAGFALL_RETURN_IF_ERROR(ConfineToReading(STDIN_FILENO, STDOUT_FILENO));
  return ReadArchive(STDIN_FILENO, limits, sink);
}

}  // namespace
}  // namespace flagfall::arena::bots

int main(int argc, char** argv) {
  using namespace flagfall::arena::bots;
  ArchiveLimits limits;
  if (argc != 3 || !absl::SimpleAtoi(argv[1], &limits.stream_bytes_max) ||
      !absl::SimpleAtoi(argv[2], &limits.file_bytes_max)) {
    std::fputs("flagfall-archive-reader is started by flagfall; it is of no use by itself.\n", stderr);
    return 2;
  }
  EntryStreamWriter writer(STDOUT_FILENO);
  const bool is_told = writer.Finish(Read(limits, writer)).ok();
  // What runs at an ordinary exit asks for system calls that are not to be had.
  ::_exit(is_told ? 0 : 1);
}
