// unpack_all READER: reads lines `SOURCE<tab>FOLDER` and unpacks each archive, or copies each folder, as the arena does
// with a submission. Answers each with a line `CODE<tab>MILLISECONDS<tab>MESSAGE`. The message for an accepted archive
// is the folder that holds the bot and the hash of its content.

#include <sys/stat.h>

#include <chrono>
#include <iostream>
#include <string>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "arena/bots/archive.h"

namespace {

using flagfall::arena::bots::BotFiles;

absl::StatusOr<BotFiles> Take(const std::string& reader, const std::string& source, const std::string& folder) {
  struct stat info {};
  const bool is_folder = ::stat(source.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
  return is_folder ? flagfall::arena::bots::CopyFolder(source, folder, {})
                   : flagfall::arena::bots::UnpackArchive(reader, source, folder, {});
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::string line;
  while (std::getline(std::cin, line)) {
    const std::size_t tab = line.find('\t');
    const auto start = std::chrono::steady_clock::now();
    const absl::StatusOr<BotFiles> files = Take(argv[1], line.substr(0, tab), line.substr(tab + 1));
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    const std::string message = files.ok()
                                    ? absl::StrCat(files->root, " ", absl::BytesToHexString(files->content_sha256))
                                    : absl::StrReplaceAll(files.status().message(), {{"\n", "\\n"}, {"\t", "\\t"}});
    std::cout << absl::StatusCodeToString(files.status().code()) << '\t' << took.count() << '\t' << message
              << std::endl;
  }
}
