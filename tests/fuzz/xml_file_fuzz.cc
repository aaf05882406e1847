// Any bytes as a document of the Gravon archive (game_file_trial.h).

#include <cstddef>
#include <cstdint>
#include <string>

#include "referee/rules/archive_xml.h"
#include "tests/fuzz/fuzzer.h"
#include "tests/fuzz/game_file_trial.h"

namespace flagfall::fuzz::xml_file_fuzz {

FLAGFALL_FUZZER(xml_file) {
  TryGameFile(arena::imports::FileFormat::kXml, std::string(reinterpret_cast<const char*>(bytes), size), ArchiveXmlOf);
  return 0;
}

}  // namespace flagfall::fuzz::xml_file_fuzz
