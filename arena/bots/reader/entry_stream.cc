#include "arena/bots/reader/entry_stream.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "arena/base/utf8.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::bots {
namespace {

constexpr std::size_t kHeadBytes = 5;

struct Frame {
  FrameKind kind = FrameKind::kEnd;
  std::string bytes;
};

constexpr char kBroken[] = "cannot be read: the program that reads archives broke";
absl::Status Broken() { return absl::InvalidArgumentError(kBroken); }

// Reads frames, each to its end.
class FrameReader {
 public:
  FrameReader(int pipe, std::chrono::steady_clock::time_point deadline) : pipe_(pipe), deadline_(deadline) {}

  // The next frame; its bytes are good until the next call.
  absl::StatusOr<const Frame*> Next() {
    unsigned char head[kHeadBytes];
    FLAGFALL_RETURN_IF_ERROR(Fill(reinterpret_cast<char*>(head), sizeof head));
    std::size_t size = 0;
    for (std::size_t i = kHeadBytes - 1; i > 0; --i) size = size << 8 | head[i];
    if (size > kFrameBytesMax) return Broken();
    frame_.kind = static_cast<FrameKind>(head[0]);
    frame_.bytes.resize(size);
    FLAGFALL_RETURN_IF_ERROR(Fill(frame_.bytes.data(), size));
    return &frame_;
  }

 private:
  absl::Status Fill(char* bytes, std::size_t size) {
    while (size > 0) {
      FLAGFALL_RETURN_IF_ERROR(Wait());
      const ssize_t got = ::read(pipe_, bytes, size);
      if (got < 0 && errno == EINTR) continue;
      if (got == 0) return absl::DataLossError(kBroken);
      if (got < 0) return Broken();
      bytes += got;
      size -= static_cast<std::size_t>(got);
    }
    return absl::OkStatus();
  }

  // Waits until there is something to read, or the pipe has ended.
  absl::Status Wait() const {
    pollfd readable{.fd = pipe_, .events = POLLIN, .revents = 0};
    while (true) {
      const auto left =
          std::chrono::ceil<std::chrono::milliseconds>(deadline_ - std::chrono::steady_clock::now()).count();
      if (left <= 0) return absl::DeadlineExceededError(kTakesTooLong);
      const int ready = ::poll(&readable, 1, static_cast<int>(std::min<std::int64_t>(left, 60'000)));
      if (ready > 0) return absl::OkStatus();
      if (ready < 0 && errno != EINTR) return Broken();
    }
  }

  const int pipe_;
  const std::chrono::steady_clock::time_point deadline_;
  Frame frame_;
};

// The error that the other side gives, whose text may be anything.
absl::Status GivenError(absl::string_view bytes) {
  const auto code = static_cast<absl::StatusCode>(bytes.empty() ? 0 : bytes.front());
  const absl::string_view text = bytes.substr(std::min<std::size_t>(1, bytes.size()));
  const bool is_known = code == absl::StatusCode::kInvalidArgument || code == absl::StatusCode::kResourceExhausted ||
                        code == absl::StatusCode::kInternal;
  const bool is_clean =
      IsUtf8(text) && std::none_of(text.begin(), text.end(), [](char c) { return 0 <= c && c < ' '; });
  if (!is_known || text.empty() || !is_clean) return Broken();
  return absl::Status(code, text);
}

absl::Status ReadFile(const Frame& named, FrameReader& frames, EntrySink& sink) {
  const std::string name = named.bytes;
  // The file may be refused before all of it was asked for; then nothing is read any more.
  return sink.AddFile(name, named.kind == FrameKind::kExecutable, [&frames]() -> absl::StatusOr<absl::string_view> {
    FLAGFALL_ASSIGN_OR_RETURN(const Frame* piece, frames.Next());
    if (piece->kind == FrameKind::kPiece) return absl::string_view(piece->bytes);
    return piece->kind == FrameKind::kError ? GivenError(piece->bytes) : Broken();
  });
}

}  // namespace

absl::Status EntryStreamWriter::AddFolder(absl::string_view name) { return WriteName(FrameKind::kFolder, name); }

absl::Status EntryStreamWriter::AddFile(absl::string_view name, bool is_executable, const Source& next) {
  FLAGFALL_RETURN_IF_ERROR(WriteName(is_executable ? FrameKind::kExecutable : FrameKind::kFile, name));
  while (true) {
    FLAGFALL_ASSIGN_OR_RETURN(absl::string_view bytes, next());
    if (bytes.empty()) return Write(FrameKind::kPiece, "");
    for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), kFrameBytesMax))) {
      FLAGFALL_RETURN_IF_ERROR(Write(FrameKind::kPiece, bytes.substr(0, kFrameBytesMax)));
    }
  }
}

absl::Status EntryStreamWriter::Finish(const absl::Status& read) {
  if (read.ok()) return Write(FrameKind::kEnd, "");
  const std::string error = absl::StrCat(std::string(1, static_cast<char>(read.code())), read.message());
  return Write(FrameKind::kError, absl::string_view(error).substr(0, kFrameBytesMax));
}

absl::Status EntryStreamWriter::WriteName(FrameKind kind, absl::string_view name) {
  if (name.size() <= kFrameBytesMax) return Write(kind, name);
  return EntryError(absl::StatusCode::kInvalidArgument, name, absl::StrCat("has a name of ", name.size(), " bytes"));
}

absl::Status EntryStreamWriter::Write(FrameKind kind, absl::string_view bytes) {
  std::string frame(1, static_cast<char>(kind));
  for (std::size_t i = 0; i + 1 < kHeadBytes; ++i) frame.push_back(static_cast<char>(bytes.size() >> (8 * i) & 0xff));
  frame.append(bytes.data(), bytes.size());
  for (absl::string_view left = frame; !left.empty();) {
    const ssize_t written = ::write(pipe_, left.data(), left.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return absl::InternalError(absl::StrCat("nobody reads its entries: ", std::strerror(errno)));
    left.remove_prefix(static_cast<std::size_t>(written));
  }
  return absl::OkStatus();
}

absl::Status ReadEntryStream(int pipe, std::chrono::steady_clock::time_point deadline, EntrySink& sink) {
  FrameReader frames(pipe, deadline);
  while (true) {
    FLAGFALL_ASSIGN_OR_RETURN(const Frame* frame, frames.Next());
    switch (frame->kind) {
      case FrameKind::kFolder:
        FLAGFALL_RETURN_IF_ERROR(sink.AddFolder(frame->bytes));
        break;
      case FrameKind::kFile:
      case FrameKind::kExecutable:
        FLAGFALL_RETURN_IF_ERROR(ReadFile(*frame, frames, sink));
        break;
      case FrameKind::kEnd:
        return absl::OkStatus();
      case FrameKind::kError:
        return GivenError(frame->bytes);
      default:
        return Broken();
    }
  }
}

}  // namespace flagfall::arena::bots
