#ifndef ARENA_BOTS_READER_ENTRY_STREAM_H_
#define ARENA_BOTS_READER_ENTRY_STREAM_H_

#include <chrono>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/bots/entry_sink.h"

// An archive's entries on their way through a pipe: from the program that reads archives, which an archive may have
// taken over, to the arena. Each frame is its kind (one byte), the number of its bytes (four, the lowest first), and
// these bytes.
namespace flagfall::arena::bots {

enum class FrameKind : char {
  // The name of a folder; of a file; of a file that may be executed.
  kFolder = 'd',
  kFile = 'f',
  kExecutable = 'x',
  // Bytes of the file; none at its end.
  kPiece = 'p',
  // Nothing comes after it: the archive was read to its end, or there was an error, whose first byte is the status
  // code.
  kEnd = 'e',
  kError = '!',
};
inline constexpr char kTakesTooLong[] = "takes too long to read";
inline constexpr std::size_t kFrameBytesMax = std::size_t{64} << 10;

// Writes entries into a pipe. Errors that `next` returns are returned; INTERNAL when nobody reads from the pipe.
class EntryStreamWriter : public EntrySink {
 public:
  explicit EntryStreamWriter(int pipe) : pipe_(pipe) {}

  absl::Status AddFolder(absl::string_view name) override;
  absl::Status AddFile(absl::string_view name, bool is_executable, const Source& next) override;
  // Writes how the reading has ended. To be called once, at the end.
  absl::Status Finish(const absl::Status& read);

 private:
  absl::Status WriteName(FrameKind kind, absl::string_view name);
  absl::Status Write(FrameKind kind, absl::string_view bytes);

  const int pipe_;
};

// Hands what comes out of the pipe to `sink` until the end, and returns the first error, also that of the stream's
// writer. What comes is trusted in nothing. DEADLINE_EXCEEDED when it is not over at `deadline`; DATA_LOSS when the
// pipe ends early, and INVALID_ARGUMENT when it holds something else, with a text that begins with a verb as those of
// ReadArchive.
absl::Status ReadEntryStream(int pipe, std::chrono::steady_clock::time_point deadline, EntrySink& sink);

}  // namespace flagfall::arena::bots

#endif  // ARENA_BOTS_READER_ENTRY_STREAM_H_
