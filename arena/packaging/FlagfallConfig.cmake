# find_package(Flagfall). A bot's program links Flagfall::bot_sdk. A program that searches or is tested without a referee links
# Flagfall::bot_game, or Flagfall::board for the rules of board games only.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
find_dependency(Protobuf)
find_dependency(absl CONFIG)
find_dependency(gRPC CONFIG)
find_dependency(OpenSSL)
include(${CMAKE_CURRENT_LIST_DIR}/FlagfallTargets.cmake)
