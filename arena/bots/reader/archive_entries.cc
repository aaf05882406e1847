// libarchive gets the format and the compression, which the first bytes tell, and only these two: it guesses nothing
// and unpacks nothing that is compressed twice. A compressed tar goes through two readers: one decompresses it, the
// other reads the tar. Between them the bytes are counted, so that a small archive that swells to gigabytes of headers
// is stopped inside libarchive's own loops.
#include "arena/bots/reader/archive_entries.h"

#include <archive.h>
#include <archive_entry.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <memory>
#include <string>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "arena/bots/utf8_locale.h"
#include "referee/base/check.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::bots {
namespace {

using Reader = std::unique_ptr<archive, decltype(&archive_read_free)>;

Reader NewReader() { return {archive_read_new(), &archive_read_free}; }

// The reader's message, which may quote bytes of the archive; they are escaped.
std::string MessageOf(archive* reader) {
  const char* message = archive_error_string(reader);
  return message == nullptr ? "it is damaged" : absl::CHexEscape(message);
}

// How much is read at a time.
constexpr std::size_t kPieceBytes = std::size_t{64} << 10;

// The archive's file, for libarchive. libarchive's own way asks the system what kind of file it is, which the program
// that reads archives may not.
class ArchiveFile {
 public:
  explicit ArchiveFile(int file) : file_(file) {}

  // Returns ARCHIVE_OK, or an error that the reader has a message for.
  int Open(archive* reader) {
    archive_read_set_seek_callback(reader, &ArchiveFile::Seek);
    archive_read_set_skip_callback(reader, &ArchiveFile::Skip);
    return archive_read_open(reader, this, nullptr, &ArchiveFile::Read, nullptr);
  }

 private:
  static la_ssize_t Read(archive* reader, void* self, const void** bytes) {
    auto& file = *static_cast<ArchiveFile*>(self);
    const ssize_t size = ::pread(file.file_, file.piece_.data(), file.piece_.size(), file.offset_);
    if (size < 0) {
      archive_set_error(reader, errno, "cannot be read");
      return ARCHIVE_FATAL;
    }
    *bytes = file.piece_.data();
    file.offset_ += size;
    return size;
  }

  static la_int64_t Skip(archive* /*reader*/, void* self, la_int64_t bytes) {
    auto& file = *static_cast<ArchiveFile*>(self);
    const la_int64_t skipped = std::clamp<la_int64_t>(bytes, 0, std::max<la_int64_t>(0, file.Size() - file.offset_));
    file.offset_ += skipped;
    return skipped;
  }

  static la_int64_t Seek(archive* /*reader*/, void* self, la_int64_t offset, int whence) {
    auto& file = *static_cast<ArchiveFile*>(self);
    const la_int64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? file.offset_ : file.Size();
    if (offset < -base || offset > std::numeric_limits<la_int64_t>::max() - base) return ARCHIVE_FATAL;
    file.offset_ = base + offset;
    return file.offset_;
  }

  la_int64_t Size() const { return ::lseek(file_, 0, SEEK_END); }

  const int file_;
  la_int64_t offset_ = 0;
  std::string piece_ = std::string(kPieceBytes, '\0');
};

// Decompresses the archive and counts the bytes that come out.
class Decompressor {
 public:
  Decompressor(int filter, std::uint64_t bytes_max) : filter_(filter), left_(bytes_max) {}

  absl::Status Open(ArchiveFile& file) {
    archive_entry* entry = nullptr;
    if (archive_read_support_format_raw(reader_.get()) == ARCHIVE_OK &&
        archive_read_append_filter(reader_.get(), filter_) == ARCHIVE_OK && file.Open(reader_.get()) == ARCHIVE_OK &&
        archive_read_next_header(reader_.get(), &entry) == ARCHIVE_OK) {
      return absl::OkStatus();
    }
    return absl::InvalidArgumentError(absl::StrCat("cannot be decompressed: ", MessageOf(reader_.get())));
  }

  // archive_read_callback of the reader behind it.
  static la_ssize_t Read(archive* behind, void* self, const void** bytes) {
    return static_cast<Decompressor*>(self)->ReadFor(behind, bytes);
  }

  bool is_limit_reached() const { return is_limit_reached_; }

 private:
  la_ssize_t ReadFor(archive* behind, const void** bytes) {
    const la_ssize_t size = archive_read_data(reader_.get(), piece_.data(), piece_.size());
    *bytes = piece_.data();
    if (size < 0) {
      archive_set_error(behind, EIO, "%s", MessageOf(reader_.get()).c_str());
      return ARCHIVE_FATAL;
    }
    if (static_cast<std::uint64_t>(size) > left_) {
      is_limit_reached_ = true;
      archive_set_error(behind, EFBIG, "it is too large without its compression");
      return ARCHIVE_FATAL;
    }
    left_ -= static_cast<std::uint64_t>(size);
    return size;
  }

  const int filter_;
  std::uint64_t left_;
  bool is_limit_reached_ = false;
  std::string piece_ = std::string(kPieceBytes, '\0');
  Reader reader_ = NewReader();
};

// The format of an archive. `filter` is the compression by its number in libarchive.
struct Format {
  bool is_zip = false;
  int filter = ARCHIVE_FILTER_NONE;
};

absl::StatusOr<Format> FormatOf(int file) {
  char beginning[512];
  const ssize_t size = ::pread(file, beginning, sizeof beginning, 0);
  if (size < 0) return absl::InternalError(absl::StrCat("cannot be read: ", std::strerror(errno)));
  const absl::string_view bytes(beginning, static_cast<std::size_t>(size));
  if (absl::StartsWith(bytes, "PK\3\4") || absl::StartsWith(bytes, "PK\5\6")) return Format{.is_zip = true};
  if (absl::StartsWith(bytes, "\x1f\x8b")) return Format{.filter = ARCHIVE_FILTER_GZIP};
  if (absl::StartsWith(bytes, absl::string_view("\xfd\x37zXZ\0", 6))) return Format{.filter = ARCHIVE_FILTER_XZ};
  if (absl::StartsWith(bytes, "\x28\xb5\x2f\xfd")) return Format{.filter = ARCHIVE_FILTER_ZSTD};
  constexpr std::size_t kTarMark = 257;
  if (bytes.size() > kTarMark && absl::StartsWith(bytes.substr(kTarMark), "ustar")) return Format{};
  return absl::InvalidArgumentError("is neither a tar, alone or compressed by gzip, xz or zstd, nor a zip");
}

// A file's bytes, piece by piece. A hole in a sparse file comes as a piece that does not begin where the last ended.
EntrySink::Source BytesOf(archive* reader, const std::string& name) {
  return [reader, name, done = la_int64_t{0}]() mutable -> absl::StatusOr<absl::string_view> {
    const void* piece = nullptr;
    std::size_t size = 0;
    la_int64_t offset = 0;
    while (size == 0) {
      const int code = archive_read_data_block(reader, &piece, &size, &offset);
      if (code == ARCHIVE_EOF) return absl::string_view();
      if (code != ARCHIVE_OK) return EntryError(absl::StatusCode::kInvalidArgument, name, MessageOf(reader));
    }
    if (offset != done) return EntryError(absl::StatusCode::kInvalidArgument, name, "is a sparse file");
    done += static_cast<la_int64_t>(size);
    return absl::string_view(static_cast<const char*>(piece), size);
  };
}

// Returns what is wrong with an entry that is neither a plain file nor a folder; empty when it is one.
absl::string_view KindRefused(archive_entry* entry) {
  if (archive_entry_hardlink(entry) != nullptr) return "is a hard link; put the file itself there";
  if (archive_entry_filetype(entry) == AE_IFLNK) return "is a symbolic link; put the file itself there";
  if (archive_entry_is_encrypted(entry) != 0) return "is encrypted";
  if (archive_entry_sparse_count(entry) > 0) return "is a sparse file";
  if (archive_entry_filetype(entry) == AE_IFREG || archive_entry_filetype(entry) == AE_IFDIR) return "";
  return "is neither a file nor a folder";
}

absl::Status ReadEntry(archive* reader, archive_entry* entry, const std::string& name, const ArchiveLimits& limits,
                       EntrySink& sink) {
  if (const absl::string_view refused = KindRefused(entry); !refused.empty()) {
    return EntryError(absl::StatusCode::kInvalidArgument, name, refused);
  }
  if (archive_entry_filetype(entry) == AE_IFDIR) return sink.AddFolder(name);
  if (archive_entry_size_is_set(entry) != 0 &&
      (archive_entry_size(entry) < 0 ||
       static_cast<std::uint64_t>(archive_entry_size(entry)) > limits.file_bytes_max)) {
    return EntryError(absl::StatusCode::kResourceExhausted, name,
                      absl::StrCat("says it has ", archive_entry_size(entry), " bytes; at most ", limits.file_bytes_max,
                                   ", unless the host sets ", kFileFlag));
  }
  return sink.AddFile(name, (archive_entry_perm(entry) & S_IXUSR) != 0, BytesOf(reader, name));
}

absl::Status ReadEntries(archive* reader, const Format& format, const ArchiveLimits& limits, EntrySink& sink) {
  while (true) {
    archive_entry* entry = nullptr;
    const int code = archive_read_next_header(reader, &entry);
    if (code == ARCHIVE_EOF) return absl::OkStatus();
    const char* const given = entry == nullptr ? nullptr : archive_entry_pathname(entry);
    const std::string name = given == nullptr ? "" : given;
    // A warning is an error too: we accept only entries that libarchive understands fully.
    if (code != ARCHIVE_OK) {
      if (given == nullptr) return absl::InvalidArgumentError(absl::StrCat("is damaged: ", MessageOf(reader)));
      return EntryError(absl::StatusCode::kInvalidArgument, name, MessageOf(reader));
    }
    const absl::string_view how = archive_format_name(reader);
    if (format.is_zip && !absl::EndsWith(how, "(uncompressed)") && !absl::EndsWith(how, "(deflation)")) {
      return EntryError(absl::StatusCode::kInvalidArgument, name,
                        absl::StrCat("is ", how, "; only stored and deflated files are taken"));
    }
    FLAGFALL_RETURN_IF_ERROR(ReadEntry(reader, entry, name, limits, sink));
  }
}

}  // namespace

absl::Status ReadArchive(int file, const ArchiveLimits& limits, EntrySink& sink) {
  const Utf8Locale locale;
  FLAGFALL_ASSIGN_OR_RETURN(const Format format, FormatOf(file));
  // Declared before the reader, which is destroyed first, since it reads from them.
  ArchiveFile archive_file(file);
  Decompressor decompressor(format.filter, limits.stream_bytes_max);
  const Reader reader = NewReader();
  FLAGFALL_CHECK((format.is_zip ? archive_read_support_format_zip_seekable(reader.get())
                                : archive_read_support_format_tar(reader.get())) == ARCHIVE_OK);
  int opened = ARCHIVE_OK;
  if (format.filter == ARCHIVE_FILTER_NONE) {
    opened = archive_file.Open(reader.get());
  } else {
    FLAGFALL_RETURN_IF_ERROR(decompressor.Open(archive_file));
    opened = archive_read_open(reader.get(), &decompressor, nullptr, &Decompressor::Read, nullptr);
  }
  const absl::Status read = opened == ARCHIVE_OK
                                ? ReadEntries(reader.get(), format, limits, sink)
                                : absl::InvalidArgumentError(absl::StrCat("is damaged: ", MessageOf(reader.get())));
  if (decompressor.is_limit_reached()) {
    return absl::ResourceExhaustedError(absl::StrCat("has more than ", limits.stream_bytes_max,
                                                     " bytes without its compression; the host may allow more by ",
                                                     kUnpackedFlag));
  }
  return read;
}

}  // namespace flagfall::arena::bots
