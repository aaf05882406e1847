#include "arena/cluster/second_pairs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace flagfall::arena::cluster {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const store::WorkerName kFirst{.user = "cluster", .name = "first"};
const store::WorkerName kOther{.user = "cluster", .name = "other"};

// A lease of so many pairs from a number on.
Lease LeaseOf(std::uint32_t first, std::uint32_t pairs, const store::WorkerName& worker = kFirst) {
  Lease lease;
  lease.tournament_id = 7;
  lease.worker = worker;
  for (std::uint32_t number = first; number < first + 2 * pairs; ++number) {
    tournament::ScheduledGame& game = lease.games[number].game.leased.game;
    game.number = number;
    if ((number - first) % 2 == 1) game.first_of_pair = number - 1;
  }
  return lease;
}

std::vector<std::uint32_t> Numbers(const std::vector<runner::LeaseDesk::Game>& games) {
  std::vector<std::uint32_t> numbers;
  for (const runner::LeaseDesk::Game& game : games) numbers.push_back(game.leased.game.number);
  return numbers;
}

void StoreAll(SecondPairs& pairs, const Lease& lease) {
  for (const auto& [number, match] : lease.games) pairs.NoteStored(lease, match.game);
}

TEST(SecondPairs, AreForAnotherWorkerOnceTheFirstHasPlayedThem) {
  SecondPairs pairs(1, "secret");
  const Lease lease = LeaseOf(1, 3);
  pairs.NoteGranted(lease);
  EXPECT_THAT(pairs.TakeFor(kOther, 7, 9), IsEmpty());
  StoreAll(pairs, lease);
  EXPECT_THAT(pairs.TakeFor(kFirst, 7, 9), IsEmpty());
  EXPECT_THAT(pairs.TakeFor(kOther, 8, 9), IsEmpty());
  EXPECT_THAT(Numbers(pairs.TakeFor(kOther, 7, 2)), ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(Numbers(pairs.TakeFor(kOther, 7, 2)), ElementsAre(5, 6));
  EXPECT_THAT(pairs.TakeFor(kOther, 7, 2), IsEmpty());
}

TEST(SecondPairs, HalfAPairIsNone) {
  SecondPairs pairs(1, "secret");
  const Lease lease = LeaseOf(1, 2);
  pairs.NoteGranted(lease);
  pairs.NoteStored(lease, lease.games.at(1).game);
  pairs.NoteStored(lease, lease.games.at(3).game);
  pairs.NoteStored(lease, lease.games.at(4).game);
  EXPECT_THAT(Numbers(pairs.TakeFor(kOther, 7, 9)), ElementsAre(3, 4));
  Lease half = LeaseOf(5, 1);
  half.games.erase(5);
  pairs.NoteGranted(half);
  StoreAll(pairs, half);
  EXPECT_THAT(pairs.TakeFor(kOther, 7, 9), IsEmpty());
}

TEST(SecondPairs, WhatCameToNothingOrIsOverIsForgotten) {
  SecondPairs pairs(1, "secret");
  const Lease lease = LeaseOf(1, 2);
  pairs.NoteGranted(lease);
  StoreAll(pairs, lease);
  pairs.NoteLost(lease, lease.games.at(2).game);
  EXPECT_THAT(Numbers(pairs.TakeFor(kOther, 7, 9)), ElementsAre(3, 4));
  // The pair is leased to another worker then, whose it is to be the first.
  const Lease again = LeaseOf(1, 1, kOther);
  pairs.NoteGranted(again);
  StoreAll(pairs, lease);
  EXPECT_THAT(pairs.TakeFor(kFirst, 7, 9), IsEmpty());
  StoreAll(pairs, again);
  pairs.Forget(7);
  EXPECT_THAT(pairs.TakeFor(kFirst, 7, 9), IsEmpty());
}

TEST(SecondPairs, AShareIsChosenThatFollowsFromTheSecret) {
  const auto chosen_with = [](double share, const std::string& secret) {
    SecondPairs pairs(share, secret);
    const Lease lease = LeaseOf(1, 4000);
    pairs.NoteGranted(lease);
    StoreAll(pairs, lease);
    return Numbers(pairs.TakeFor(kOther, 7, 100'000));
  };
  EXPECT_THAT(chosen_with(0, "secret"), IsEmpty());
  EXPECT_EQ(chosen_with(1, "secret").size(), 8000);
  const std::vector<std::uint32_t> some = chosen_with(0.01, "secret");
  EXPECT_GT(some.size(), 2 * 20);
  EXPECT_LT(some.size(), 2 * 70);
  EXPECT_EQ(some, chosen_with(0.01, "secret"));
  EXPECT_NE(some, chosen_with(0.01, "another"));
}

TEST(SecondPairs, NoMoreAreKeptThanFit) {
  SecondPairs pairs(1, "secret");
  const Lease lease = LeaseOf(1, SecondPairs::kPairsMax + 1);
  pairs.NoteGranted(lease);
  StoreAll(pairs, lease);
  EXPECT_EQ(pairs.TakeFor(kOther, 7, 100'000).size(), 2 * SecondPairs::kPairsMax);
}

}  // namespace
}  // namespace flagfall::arena::cluster
