# find_package(Flagfall): a bot's program links Flagfall::bot_sdk; what searches or is tested without a referee, Flagfall::bot_game,
# or of the rules alone Flagfall::board.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
find_dependency(Protobuf)
find_dependency(absl CONFIG)
find_dependency(gRPC CONFIG)
find_dependency(OpenSSL)
include(${CMAKE_CURRENT_LIST_DIR}/FlagfallTargets.cmake)
