#include "arena/values/value_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "arena/base/json.h"
#include "arena/values/deal.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::values {
namespace {

using testing::HasSubstr;

v1::ValueFunction ValueFunctionOf(const std::string& ruleset, double weight) {
  v1::ValueFunction value_function;
  value_function.mutable_ruleset()->set_id(ruleset);
  const auto names = DealFeatureNames(ruleset);
  for (const std::string& name : *names) {
    v1::FeatureWeight& each = *value_function.add_weights();
    each.set_feature(name);
    each.set_weight(weight);
  }
  value_function.set_coefficient(0.1 + 0.2);
  return value_function;
}

class ValueFiles : public testing::Test {
 protected:
  const TempDir dir_;
  const std::string values_ = ValuesFolder(dir_.At("flagfall.db"));
};

TEST_F(ValueFiles, LieBesideTheLedger) { EXPECT_EQ(values_, dir_.At("values")); }

TEST_F(ValueFiles, AreReadAsTheyWereWritten) {
  ASSERT_EQ(*StoreValueFunction(values_, ValueFunctionOf("barrage", 1.0 / 3)), 1u);
  const auto read = ReadValueFunction(values_, 1);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->version(), 1u);
  // To the last digit.
  EXPECT_EQ(read->weights(7).weight(), 1.0 / 3);
  EXPECT_EQ(read->coefficient(), 0.1 + 0.2);
}

TEST_F(ValueFiles, GetTheNextVersionAndNeverChange) {
  EXPECT_TRUE(ListValueFunctions(values_).functions.empty());
  for (std::uint32_t version = 1; version <= 11; ++version) {
    ASSERT_EQ(*StoreValueFunction(values_, ValueFunctionOf("cards", version)), version);
  }
  const auto all = ListValueFunctions(values_).functions;
  ASSERT_EQ(all.size(), 11u);
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i].weights(0).weight(), static_cast<double>(i + 1));
  // Nothing else is left in the folder.
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(values_)) files += entry.is_regular_file();
  EXPECT_EQ(files, 11u);
}

TEST_F(ValueFiles, NobodysIsWrittenOverWherePeopleWereQuicker) {
  ASSERT_EQ(*StoreValueFunction(values_, ValueFunctionOf("duel", 1)), 1u);
  // Version 3 is there, and 2 is not: the next is 4.
  std::ofstream(values_ + "/3.json") << ToJson([] {
    v1::ValueFunction other = ValueFunctionOf("duel", 3);
    other.set_version(3);
    return other;
  }());
  EXPECT_EQ(*StoreValueFunction(values_, ValueFunctionOf("duel", 4)), 4u);
  EXPECT_EQ(ReadValueFunction(values_, 3)->weights(0).weight(), 3);
}

TEST_F(ValueFiles, OtherFilesAreNone) {
  ASSERT_TRUE(StoreValueFunction(values_, ValueFunctionOf("duel", 1)).ok());
  for (const char* name : {"new.77", "notes.json", "02.json", "-1.json", "0.json"}) {
    std::ofstream(values_ + "/" + name) << "{";
  }
  const ValueFunctions all = ListValueFunctions(values_);
  EXPECT_EQ(all.functions.size(), 1u);
  EXPECT_TRUE(all.unusable.empty());
}

TEST_F(ValueFiles, SayWhatIsWrong) {
  EXPECT_TRUE(absl::IsNotFound(ReadValueFunction(values_, 1).status()));
  ASSERT_TRUE(StoreValueFunction(values_, ValueFunctionOf("duel", 1)).ok());
  EXPECT_THAT(ReadValueFunction(values_, 2).status().message(), HasSubstr("there is no value function 2"));
  std::filesystem::copy_file(values_ + "/1.json", values_ + "/2.json");
  EXPECT_THAT(ReadValueFunction(values_, 2).status().message(), HasSubstr("is not value function 2"));
  std::ofstream(values_ + "/2.json", std::ios::trunc) << "{\"version\": 2, \"ruleset\": ";
  EXPECT_TRUE(absl::IsFailedPrecondition(ReadValueFunction(values_, 2).status()));
  // One that is damaged leaves the others as they are.
  EXPECT_EQ(ListValueFunctions(values_).functions.size(), 1u);
  EXPECT_EQ(ListValueFunctions(values_).unusable.size(), 1u);
}

// The features of a deal may be others in another version of the program.
TEST_F(ValueFiles, ThoseOfOtherFeaturesAreRefused) {
  v1::ValueFunction other = ValueFunctionOf("duel", 1);
  other.mutable_weights(3)->set_feature("moon");
  ASSERT_TRUE(StoreValueFunction(values_, other).ok());
  EXPECT_THAT(ReadValueFunction(values_, 1).status().message(),
              HasSubstr("its features are not those of this flagfall"));
  v1::ValueFunction fewer = ValueFunctionOf("duel", 1);
  fewer.mutable_weights()->RemoveLast();
  ASSERT_TRUE(StoreValueFunction(values_, fewer).ok());
  EXPECT_FALSE(ReadValueFunction(values_, 2).ok());
  ASSERT_TRUE(StoreValueFunction(values_, ValueFunctionOf("duel", 1)).ok());
  const ValueFunctions all = ListValueFunctions(values_);
  ASSERT_EQ(all.functions.size(), 1u);
  EXPECT_EQ(all.functions[0].version(), 3u);
  EXPECT_EQ(all.unusable.size(), 2u);
}

}  // namespace
}  // namespace flagfall::arena::values
