// `flagfall` with an eighth ruleset.
#include <memory>

#include "arena/cli/program.h"
#include "referee/rules/catalogue.h"
#include "tests/new_ruleset/tiny_ruleset.h"

int main(int argc, char** argv) {
  flagfall::AddRuleset(std::make_unique<flagfall::tiny::TinyRuleset>());
  return flagfall::arena::cli::RunProgram(argc, argv);
}
