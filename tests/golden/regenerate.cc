// Writes the golden files anew: regenerate FOLDER. Look through `git diff` afterwards: every change in it is a change
// of behaviour that bots, recorded games or spectators will notice.
#include <fstream>
#include <iostream>
#include <string>

#include "absl/strings/str_cat.h"
#include "referee/rules/catalogue.h"
#include "tests/golden/golden_text.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "regenerate FOLDER, as in: regenerate tests/golden\n";
    return 2;
  }
  const std::string folder = argv[1];
  std::ofstream signatures(absl::StrCat(folder, "/signatures.txt"));
  for (const auto& definition : flagfall::Catalogue()) {
    int kept = 0;
    for (const std::uint64_t number : flagfall::golden::ChooseGames(*definition)) {
      std::ofstream file(absl::StrCat(folder, "/", definition->info().id, "-", ++kept, ".txt"));
      file << flagfall::golden::PlaythroughText(*definition, number);
      if (!file.flush()) return 1;
    }
    signatures << flagfall::golden::SignatureLine(*definition);
  }
  return signatures.flush() ? 0 : 1;
}
