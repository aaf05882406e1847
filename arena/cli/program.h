#ifndef ARENA_CLI_PROGRAM_H_
#define ARENA_CLI_PROGRAM_H_

namespace flagfall::arena::cli {

// The program `flagfall`: reads the command line, runs the command that it names, and tells what went wrong. Returns
// what main returns. A program that brings rulesets of its own (AddRuleset) calls it from its main.
int RunProgram(int argc, char** argv);

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_PROGRAM_H_
