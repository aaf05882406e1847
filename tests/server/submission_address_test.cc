#include "arena/server/submission_address.h"

#include <gtest/gtest.h>

namespace flagfall::arena::server {
namespace {

TEST(SubmissionAddress, IsTheFirstByWhichOthersReachTheServer) {
  EXPECT_EQ(SubmissionAddressOf({"127.0.0.1:7443", "unix:/run/flagfall", "0.0.0.0:7443", "10.0.0.5:0", "10.0.0.5:7443"},
                                /*has_tls=*/true),
            "tls:10.0.0.5:7443");
  EXPECT_EQ(SubmissionAddressOf({"arena.example:7443", "10.0.0.5:7443"}, /*has_tls=*/true), "tls:arena.example:7443");
}

TEST(SubmissionAddress, SaysWhatTheClientWantsToHearWhereThereIsNoTls) {
  EXPECT_EQ(SubmissionAddressOf({"10.0.0.5:7443"}, /*has_tls=*/false), "insecure:10.0.0.5:7443");
}

TEST(SubmissionAddress, IsNoneWhereOnlyThisMachineReachesTheServer) {
  for (const char* address : {"127.0.0.1:7443", "localhost:7443", "[::1]:7443", "unix:/run/flagfall", "[::]:7443"}) {
    EXPECT_EQ(SubmissionAddressOf({address}, /*has_tls=*/true), "") << address;
  }
}

}  // namespace
}  // namespace flagfall::arena::server
