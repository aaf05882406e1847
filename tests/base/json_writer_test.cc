#include "arena/base/json_writer.h"

#include <google/protobuf/timestamp.pb.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "arena/base/json.h"
#include "flagfall/v1/arena_service.pb.h"
#include "flagfall/v1/record.pb.h"
#include "flagfall/v1/replay.pb.h"
#include "flagfall/v1/web.pb.h"
#include "google/protobuf/descriptor.h"

namespace flagfall::arena {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

// Fills messages at random, so that every kind of field is met with every kind of value.
class Filler {
 public:
  explicit Filler(std::uint64_t seed) : random_(seed) {}

  void Fill(Message& message, int depth = 0) {
    if (auto* const time = dynamic_cast<google::protobuf::Timestamp*>(&message); time != nullptr) {
      time->set_seconds(static_cast<std::int64_t>(Draw(200'000'000'000)) - 50'000'000'000);
      constexpr int kUnits[] = {0, 1, 1000, 1'000'000};
      time->set_nanos(static_cast<int>(Draw(999)) * kUnits[Draw(4)]);
      return;
    }
    for (int i = 0; i < message.GetDescriptor()->field_count(); ++i) {
      const FieldDescriptor& field = *message.GetDescriptor()->field(i);
      if (Draw(3) == 0 || (depth > 5 && field.message_type() != nullptr) || field.is_map()) continue;
      for (std::size_t times = field.is_repeated() ? Draw(4) : 1; times > 0; --times) Set(message, field, depth);
    }
  }

 private:
  std::size_t Draw(std::size_t below) { return static_cast<std::size_t>(random_() % below); }

  std::string Text() {
    static const std::vector<std::string> texts = {"",
                                                   "plain words",
                                                   "\"quoted\" \\ back",
                                                   "<b> & 'it'",
                                                   "\x01\b\t\n\f\r\x1f\x7f",
                                                   "\xC2\x80\xC2\x9F\xC2\xAD",
                                                   "\xC3\xA4",
                                                   "\xE2\x80\xA8\xE2\x80\xAE",
                                                   "\xF0\x9F\x98\x80",
                                                   "\xEF\xBB\xBF",
                                                   "\xF3\xA0\x80\x81",
                                                   std::string("nul\0!", 5),
                                                   "\xEF\xBF\xBF\xDB\x9D"};
    return texts[Draw(texts.size())];
  }

  std::int64_t Number() {
    constexpr std::int64_t kNumbers[] = {0, 1, -1, 42, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN};
    return kNumbers[Draw(std::size(kNumbers))];
  }

  void Set(Message& message, const FieldDescriptor& field, int depth) {
    const auto& reflection = *message.GetReflection();
    const bool is_many = field.is_repeated();
    switch (field.cpp_type()) {
#define FLAGFALL_SET(kind, name, value)                                                                      \
  case FieldDescriptor::kind:                                                                                \
    is_many ? reflection.Add##name(&message, &field, value) : reflection.Set##name(&message, &field, value); \
    return;
      FLAGFALL_SET(CPPTYPE_INT32, Int32, static_cast<std::int32_t>(Number()))
      FLAGFALL_SET(CPPTYPE_UINT32, UInt32, static_cast<std::uint32_t>(Number()))
      FLAGFALL_SET(CPPTYPE_INT64, Int64, Number())
      FLAGFALL_SET(CPPTYPE_UINT64, UInt64, static_cast<std::uint64_t>(Number()))
      FLAGFALL_SET(CPPTYPE_DOUBLE, Double, static_cast<double>(Number()) / 3)
      FLAGFALL_SET(CPPTYPE_FLOAT, Float, static_cast<float>(Number()) / 3)
      FLAGFALL_SET(CPPTYPE_BOOL, Bool, Draw(2) == 0)
      FLAGFALL_SET(CPPTYPE_ENUM, EnumValue, static_cast<int>(Draw(20)))
      FLAGFALL_SET(CPPTYPE_STRING, String, Text())
#undef FLAGFALL_SET
      case FieldDescriptor::CPPTYPE_MESSAGE:
        Fill(is_many ? *reflection.AddMessage(&message, &field) : *reflection.MutableMessage(&message, &field),
             depth + 1);
    }
  }

  std::mt19937_64 random_;
};

TEST(JsonWriter, WritesWhatProtobufWrites) {
  v1::GameRecord record;
  v1::ExportGamesResponse exported;
  v1::Tournament tournament;
  v1::Replay replay;
  v1::RulesetInfo ruleset;
  JsonWriter writer;
  for (Message* const message : std::initializer_list<Message*>{&record, &exported, &tournament, &replay, &ruleset}) {
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
      message->Clear();
      Filler(seed).Fill(*message);
      std::string json = "before ";
      writer.Append(*message, json);
      ASSERT_EQ(json, "before " + ToJson(*message)) << message->GetTypeName() << " " << seed;
    }
  }
}

TEST(JsonWriter, WritesAnEmptyMessageAndOneOfANewerProgram) {
  JsonWriter writer;
  std::string json;
  writer.Append(v1::GameRecord(), json);
  EXPECT_EQ(json, "{}");
  v1::GameRecord record;
  record.mutable_policy()->set_max_plies_without_capture(0);
  record.add_entries()->mutable_connected();
  record.GetReflection()->MutableUnknownFields(&record)->AddVarint(900, 7);
  json.clear();
  writer.Append(record, json);
  EXPECT_EQ(json, ToJson(record));
  EXPECT_EQ(json, R"({"policy":{"max_plies_without_capture":0},"entries":[{"connected":{}}]})");
}

}  // namespace
}  // namespace flagfall::arena
