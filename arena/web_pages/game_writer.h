#ifndef ARENA_WEB_PAGES_GAME_WRITER_H_
#define ARENA_WEB_PAGES_GAME_WRITER_H_

#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/arena_service.pb.h"

namespace flagfall::arena::web_pages {

// Writes games one after another in one of the formats of `game export`, for the command and for downloads from the
// site alike.
class GameWriter {
 public:
  virtual ~GameWriter() = default;

  // The formats' names.
  static const std::vector<std::string>& Formats();
  // A writer to `out`, which must outlive it. `format` is one of Formats().
  static std::unique_ptr<GameWriter> Make(absl::string_view format, std::ostream& out);

  // Whether the format says more of a game than a summary does.
  virtual bool NeedsRecords() const { return true; }
  // What stands before the first game.
  virtual void Begin() {}
  // FAILED_PRECONDITION for a game that the format cannot express; then nothing is written.
  virtual absl::Status Write(const v1::ExportGamesResponse& game) = 0;
  // What stands after the last.
  virtual void End() {}
};

}  // namespace flagfall::arena::web_pages

#endif  // ARENA_WEB_PAGES_GAME_WRITER_H_
