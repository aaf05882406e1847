#ifndef ARENA_BOTS_CAPPED_LOG_H_
#define ARENA_BOTS_CAPPED_LOG_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace flagfall::arena::bots {

// Appends a bot's output to a file, as far as the granted budget reaches. Output beyond the budget is dropped and
// counted, and a line in the file says how much is missing. Output that the disk does not take is dropped too: no call
// blocks or fails. The file is open during a call only, so that logs take none of the arena's descriptors. One thread
// may use an object at a time.
class CappedLog {
 public:
  explicit CappedLog(std::string path) : path_(std::move(path)) {}
  // Writes a last line about what was dropped since the last such line, if anything was.
  ~CappedLog();

  CappedLog(const CappedLog&) = delete;
  CappedLog& operator=(const CappedLog&) = delete;

  // Makes the file if it is missing, readable by its owner only. INTERNAL when it cannot be written.
  absl::Status Make();

  const std::string& path() const { return path_; }
  bool HasBudget() const { return budget_ > 0; }
  // Adds to the budget.
  void Grant(std::size_t bytes);
  void Write(absl::string_view output);
  // Writes a line about what was dropped since the last such line, if anything was.
  void NoteDropped();
  // Writes a line of the arena's own, which takes nothing from the budget.
  void Note(absl::string_view text);

  // The file's size after the last write; 0 before the first.
  std::uint64_t size() const { return size_; }

 private:
  // Returns how much of the text was written.
  std::size_t Put(absl::string_view text);

  const std::string path_;
  std::size_t budget_ = 0;
  std::uint64_t dropped_ = 0;
  std::uint64_t size_ = 0;
  bool at_line_start_ = true;
};

}  // namespace flagfall::arena::bots

#endif  // ARENA_BOTS_CAPPED_LOG_H_
