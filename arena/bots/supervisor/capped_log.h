#ifndef ARENA_BOTS_SUPERVISOR_CAPPED_LOG_H_
#define ARENA_BOTS_SUPERVISOR_CAPPED_LOG_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace flagfall::arena::bots::supervisor {

// Appends a bot's output to a file, as far as the granted budget reaches. Output beyond the budget is dropped and
// counted, and a line in the file says how much is missing. Output that the disk does not take is dropped too: no call
// blocks or fails. For one thread.
class CappedLog {
 public:
  // Opens the file at `path`, and creates it if needed, readable by its owner only.
  explicit CappedLog(const std::string& path);
  // Writes a last line about what was dropped since the last such line, if anything was.
  ~CappedLog();

  CappedLog(const CappedLog&) = delete;
  CappedLog& operator=(const CappedLog&) = delete;

  bool IsOpen() const { return descriptor_ >= 0; }
  bool HasBudget() const { return budget_ > 0; }
  // Adds to the budget.
  void Grant(std::size_t bytes);
  void Write(std::string_view output);

 private:
  // Writes a line about what was dropped since the last such line, if anything was.
  void NoteDropped();
  // Returns how much of the text was written.
  std::size_t Put(std::string_view text);

  int descriptor_;
  std::size_t budget_ = 0;
  std::uint64_t dropped_ = 0;
  bool at_line_start_ = true;
};

}  // namespace flagfall::arena::bots::supervisor

#endif  // ARENA_BOTS_SUPERVISOR_CAPPED_LOG_H_
