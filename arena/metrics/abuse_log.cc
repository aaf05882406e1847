#include "arena/metrics/abuse_log.h"

#include <chrono>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

namespace flagfall::arena::metrics {

AbuseLog::AbuseLog(std::function<void(const std::string&)> log, Micros window)
    : log_(std::move(log)), window_(window), thread_([this] { Run(); }) {}

AbuseLog::~AbuseLog() {
  {
    MutexLock lock(mutex_);
    is_ending_ = true;
  }
  changed_.NotifyAll();
  thread_.join();
}

void AbuseLog::Note(absl::string_view what, absl::string_view reason, absl::string_view peer) {
  std::string refused = absl::StrCat(what, " refused: ", reason);
  MutexLock lock(mutex_);
  Window& window = windows_[refused];
  if (window.lines >= kLinesMax) {
    ++window.left_out;
    return;
  }
  ++window.lines;
  lines_.push_back(absl::StrCat(kPrefix, refused, ", from ", peer.empty() ? "this machine" : absl::CHexEscape(peer)));
  changed_.NotifyAll();
}

void AbuseLog::EndWindow() {
  for (const auto& [refused, window] : windows_) {
    if (window.left_out == 0) continue;
    lines_.push_back(absl::StrCat(kPrefix, refused, ", ", window.left_out, " more in the last ",
                                  window_ / std::chrono::seconds(1), " s"));
  }
  windows_.clear();
}

void AbuseLog::Run() {
  auto window_ends = std::chrono::steady_clock::now() + window_;
  bool is_ending = false;
  while (!is_ending) {
    std::deque<std::string> lines;
    {
      MutexLock lock(mutex_);
      while (lines_.empty() && !is_ending_) {
        if (!changed_.WaitUntil(mutex_, window_ends)) break;
      }
      is_ending = is_ending_;
      const auto now = std::chrono::steady_clock::now();
      if (is_ending || now >= window_ends) {
        EndWindow();
        window_ends = now + window_;
      }
      lines.swap(lines_);
    }
    for (const std::string& line : lines) log_(line);
  }
}

}  // namespace flagfall::arena::metrics
