// Unpacks an archive that a stranger has sent.
//
// The archive is read from its file in pieces and never held as a whole, since holes can give it any size. Its first
// bytes tell the format and the compression, and libarchive gets only these two: it guesses nothing and unpacks nothing
// that is compressed twice. A compressed tar goes through two readers: one decompresses it, the other reads the tar.
// Between them the bytes are counted, so that a small archive that swells to gigabytes of headers is stopped inside
// libarchive's own loops. The entries go to FolderWriter, which trusts no name and no size.
#include "arena/bots/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

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

// Decompresses the archive and counts the bytes that come out.
class Decompressor {
 public:
  Decompressor(int filter, std::uint64_t bytes_max) : filter_(filter), left_(bytes_max) {}

  absl::Status Open(int file) {
    archive_entry* entry = nullptr;
    if (archive_read_support_format_raw(reader_.get()) == ARCHIVE_OK &&
        archive_read_append_filter(reader_.get(), filter_) == ARCHIVE_OK &&
        archive_read_open_fd(reader_.get(), file, kPieceBytes) == ARCHIVE_OK &&
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

// Opens the archive; the caller owns the descriptor.
absl::StatusOr<int> OpenArchive(const std::string& path, const ArchiveLimits& limits) {
  // Opening must not block on a FIFO.
  const int file = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) {
    const auto code =
        errno == ENOENT || errno == ENOTDIR ? absl::StatusCode::kNotFound : absl::StatusCode::kPermissionDenied;
    return absl::Status(code, absl::StrCat("cannot be opened: ", std::strerror(errno)));
  }
  struct stat info {};
  if (::fstat(file, &info) == 0 && S_ISREG(info.st_mode) &&
      static_cast<std::uint64_t>(info.st_size) <= limits.archive_bytes_max) {
    return file;
  }
  ::close(file);
  if (!S_ISREG(info.st_mode)) return absl::InvalidArgumentError("is not a file");
  return absl::ResourceExhaustedError(
      absl::StrCat("is larger than ", limits.archive_bytes_max,
                   " bytes, the most an archive may have; send less, or ask the host to set ", limits.archive_flag));
}

// A file's bytes, piece by piece. A hole in a sparse file comes as a piece that does not begin where the last ended.
FolderWriter::Source BytesOf(archive* reader, const std::string& name) {
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

absl::Status UnpackEntry(archive* reader, archive_entry* entry, const std::string& name, const ArchiveLimits& limits,
                         FolderWriter& writer) {
  if (const absl::string_view refused = KindRefused(entry); !refused.empty()) {
    return EntryError(absl::StatusCode::kInvalidArgument, name, refused);
  }
  if (archive_entry_filetype(entry) == AE_IFDIR) return writer.AddFolder(name);
  if (archive_entry_size_is_set(entry) != 0 &&
      (archive_entry_size(entry) < 0 ||
       static_cast<std::uint64_t>(archive_entry_size(entry)) > limits.file_bytes_max)) {
    return EntryError(absl::StatusCode::kResourceExhausted, name,
                      absl::StrCat("says it has ", archive_entry_size(entry), " bytes; at most ", limits.file_bytes_max,
                                   ", unless the host sets ", kFileFlag));
  }
  return writer.AddFile(name, (archive_entry_perm(entry) & S_IXUSR) != 0, BytesOf(reader, name));
}

absl::Status UnpackEntries(archive* reader, const Format& format, const ArchiveLimits& limits, FolderWriter& writer) {
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
    FLAGFALL_RETURN_IF_ERROR(UnpackEntry(reader, entry, name, limits, writer));
  }
}

absl::StatusOr<BotFiles> Unpack(int file, const std::string& folder, const ArchiveLimits& limits) {
  FLAGFALL_ASSIGN_OR_RETURN(const Format format, FormatOf(file));
  // Declared after the decompressor, so that it is destroyed before it.
  Decompressor decompressor(format.filter, limits.stream_bytes_max);
  const Reader reader = NewReader();
  FLAGFALL_CHECK((format.is_zip ? archive_read_support_format_zip_seekable(reader.get())
                                : archive_read_support_format_tar(reader.get())) == ARCHIVE_OK);
  int opened = ARCHIVE_OK;
  if (format.filter == ARCHIVE_FILTER_NONE) {
    opened = archive_read_open_fd(reader.get(), file, kPieceBytes);
  } else {
    FLAGFALL_RETURN_IF_ERROR(decompressor.Open(file));
    opened = archive_read_open(reader.get(), &decompressor, nullptr, &Decompressor::Read, nullptr);
  }
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<FolderWriter> writer, FolderWriter::Make(folder, limits));
  const absl::Status unpacked = opened == ARCHIVE_OK
                                    ? UnpackEntries(reader.get(), format, limits, *writer)
                                    : absl::InvalidArgumentError(absl::StrCat("is damaged: ", MessageOf(reader.get())));
  if (decompressor.is_limit_reached()) {
    return absl::ResourceExhaustedError(absl::StrCat("has more than ", limits.stream_bytes_max,
                                                     " bytes without its compression; the host may allow more by ",
                                                     kUnpackedFlag));
  }
  FLAGFALL_RETURN_IF_ERROR(unpacked);
  return writer->Finish();
}

// Adds the archive's name to an error.
absl::Status About(const std::string& path, const absl::Status& status) {
  const bool is_entry = absl::StartsWith(status.message(), "entry ");
  const std::string name = path.substr(path.rfind('/') + 1);
  return absl::Status(status.code(), absl::StrCat("archive ", name, is_entry ? ": " : " ", status.message()));
}

}  // namespace

absl::StatusOr<BotFiles> UnpackArchive(const std::string& archive, const std::string& folder,
                                       const ArchiveLimits& limits) {
  const Utf8Locale locale;
  const absl::StatusOr<int> file = OpenArchive(archive, limits);
  if (!file.ok()) return About(archive, file.status());
  absl::StatusOr<BotFiles> files = Unpack(*file, folder, limits);
  ::close(*file);
  if (!files.ok()) return About(archive, files.status());
  return files;
}

}  // namespace flagfall::arena::bots
