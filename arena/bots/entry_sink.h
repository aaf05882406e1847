#ifndef ARENA_BOTS_ENTRY_SINK_H_
#define ARENA_BOTS_ENTRY_SINK_H_

#include <functional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace flagfall::arena::bots {

// Takes the files and folders of an archive, one after the other. An error ends the reading.
class EntrySink {
 public:
  // Returns the next bytes of a file; empty at its end.
  using Source = std::function<absl::StatusOr<absl::string_view>()>;

  virtual ~EntrySink() = default;

  // `name` is what the archive says, and may be any bytes.
  virtual absl::Status AddFolder(absl::string_view name) = 0;
  // Asks `next` for bytes until the file's end or an error, which is returned.
  virtual absl::Status AddFile(absl::string_view name, bool is_executable, const Source& next) = 0;
};

// Returns an error about the entry `name`, which may hold any bytes; they are escaped.
absl::Status EntryError(absl::StatusCode code, absl::string_view name, absl::string_view what);

}  // namespace flagfall::arena::bots

#endif  // ARENA_BOTS_ENTRY_SINK_H_
