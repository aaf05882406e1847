#include "arena/cli/progress_bar.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "referee/base/counted.h"

namespace flagfall::arena::cli {
namespace {

constexpr std::size_t kCells = 30;
constexpr std::chrono::milliseconds kDrawInterval{100};
// Goes to the beginning of the line and clears it.
constexpr char kClear[] = "\r\x1b[K";

std::string Clock(double seconds) {
  const auto whole = std::llround(seconds);
  const std::int64_t hours = whole / 3600;
  if (hours > 0) return absl::StrFormat("%d:%02d:%02d", hours, whole / 60 % 60, whole % 60);
  return absl::StrFormat("%d:%02d", whole / 60, whole % 60);
}

}  // namespace

ProgressBar::ProgressBar(std::ostream& terminal, std::uint64_t done, std::uint64_t total, Time now)
    : terminal_(terminal), done_before_(done), total_(total), began_(now), done_(done), drawn_(now) {
  Draw(now);
}

ProgressBar::~ProgressBar() { terminal_ << std::endl; }

void ProgressBar::Update(std::uint64_t done, Time now) {
  done_ = done;
  if (now - drawn_ >= kDrawInterval || done == total_) Draw(now);
}

void ProgressBar::Print(const std::string& line) {
  terminal_ << kClear << line << "\n";
  Draw(drawn_);
}

void ProgressBar::Draw(Time now) {
  drawn_ = now;
  terminal_ << kClear << Text(now) << std::flush;
}

std::string ProgressBar::Text(Time now) const {
  const double seconds = std::chrono::duration<double>(now - began_).count();
  const double rate = seconds > 0 ? static_cast<double>(done_ - done_before_) / seconds : 0;
  if (total_ == 0) return absl::StrFormat("%s, without end  %.1f/s", Counted(done_, "game"), rate);
  const std::size_t filled = std::min<std::size_t>(kCells, kCells * done_ / total_);
  std::string text = absl::StrCat("[", std::string(filled, '#'), std::string(kCells - filled, '-'), "]  ", done_, "/",
                                  total_, "  ", 100 * done_ / total_, "%");
  if (rate == 0) return text;
  absl::StrAppendFormat(&text, "  %.1f/s  ETA %s", rate, Clock(static_cast<double>(total_ - done_) / rate));
  return text;
}

Progress::Progress(const Console& console, std::uint64_t total) {
  if (console.json || !console.is_terminal) return;
  bar_ = std::make_unique<ProgressBar>(console.out, 0, total, std::chrono::steady_clock::now());
}

void Progress::Add() {
  ++done_;
  if (bar_ != nullptr) bar_->Update(done_, std::chrono::steady_clock::now());
}

}  // namespace flagfall::arena::cli
