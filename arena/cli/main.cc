#include "arena/cli/program.h"

int main(int argc, char** argv) { return flagfall::arena::RunProgram(argc, argv); }
