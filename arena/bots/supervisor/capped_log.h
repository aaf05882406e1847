#ifndef ARENA_BOTS_SUPERVISOR_CAPPED_LOG_H_
#define ARENA_BOTS_SUPERVISOR_CAPPED_LOG_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace flagfall::arena::supervisor {

// A file at whose end output is kept as far as the budget granted reaches. What is above is counted and dropped, and a
// line says so where bytes are missing. A disk that takes no more drops as well: it never blocks and never fails.
class CappedLog {
 public:
  // Opens, and creates if need be, the file at `path`, readable by its owner alone.
  explicit CappedLog(const std::string& path);
  // Ends with a line about what was dropped since the last such line.
  ~CappedLog();

  CappedLog(const CappedLog&) = delete;
  CappedLog& operator=(const CappedLog&) = delete;

  bool IsOpen() const { return descriptor_ >= 0; }
  bool HasBudget() const { return budget_ > 0; }
  void Grant(std::size_t bytes);
  void Write(std::string_view output);

 private:
  void NoteDropped();
  std::size_t Put(std::string_view text);

  int descriptor_;
  std::size_t budget_ = 0;
  std::uint64_t dropped_ = 0;
  bool at_line_start_ = true;
};

}  // namespace flagfall::arena::supervisor

#endif  // ARENA_BOTS_SUPERVISOR_CAPPED_LOG_H_
