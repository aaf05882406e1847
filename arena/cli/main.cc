#include <cstdlib>

#include "arena/cli/program.h"

int main(int argc, char** argv) {
  // gRPC's own log of connections that fail is for its developers; what went wrong, the program says itself.
  ::setenv("GRPC_VERBOSITY", "NONE", /*overwrite=*/0);
  return flagfall::arena::cli::RunProgram(argc, argv);
}
