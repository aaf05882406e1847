#include "arena/cli/read_file.h"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <system_error>

#include "absl/strings/str_cat.h"

namespace flagfall::arena::cli {

absl::StatusOr<std::string> ReadFile(const std::string& path, std::size_t bytes_max, absl::string_view expected) {
  std::ifstream file;
  if (path != "-") {
    std::error_code error;
    const auto type = std::filesystem::status(path, error).type();
    const absl::string_view trouble = type == std::filesystem::file_type::not_found   ? "there is no such file"
                                      : type == std::filesystem::file_type::directory ? "is a folder"
                                                                                      : "cannot be read";
    if (type != std::filesystem::file_type::directory) file.open(path, std::ios::binary);
    if (!file.is_open()) return absl::NotFoundError(absl::StrCat(path, ": ", trouble, "; expected ", expected));
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
