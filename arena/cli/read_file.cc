#include "arena/cli/read_file.h"

#include <fstream>
#include <iostream>

#include "absl/strings/str_cat.h"

namespace flagfall::arena::cli {

absl::StatusOr<std::string> ReadFile(const std::string& path, std::size_t bytes_max, absl::string_view expected) {
  std::ifstream file;
  if (path != "-") {
    file.open(path, std::ios::binary);
    if (!file) return absl::NotFoundError(absl::StrCat(path, ": cannot be read; expected ", expected));
  }
  std::istream& in = path == "-" ? std::cin : file;
  constexpr std::size_t kPiece = 1 << 16;
  std::string text;
  std::string piece(kPiece, '\0');
  while (in && text.size() <= bytes_max) {
    in.read(piece.data(), kPiece);
    text.append(piece, 0, static_cast<std::size_t>(in.gcount()));
  }
  if (text.size() <= bytes_max) return text;
  return absl::InvalidArgumentError(absl::StrCat(path, ": is larger than ", bytes_max, " bytes"));
}

}  // namespace flagfall::arena::cli
