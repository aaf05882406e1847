#include "tests/fuzz/message_mutator.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "google/protobuf/descriptor.h"

// libFuzzer's own change of bytes.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t bytes_max);

namespace flagfall::fuzz {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

constexpr int kDepthMax = 8;
constexpr std::size_t kTextGrowth = 64;

std::string MutatedText(const std::string& text, bool is_utf8) {
  std::string mutated = MutatedBytes(text, text.size() + kTextGrowth);
  if (is_utf8) {
    for (char& c : mutated) c = static_cast<char>(c & 0x7f);
  }
  return mutated;
}

// Numbers near an end of what anything may be are tried more often than others.
std::uint64_t MutatedNumber(std::uint64_t old, Random& random) {
  constexpr std::uint64_t kSpecial[] = {0,
                                        1,
                                        2,
                                        99,
                                        100,
                                        256,
                                        std::numeric_limits<std::int32_t>::max(),
                                        std::numeric_limits<std::uint32_t>::max(),
                                        std::numeric_limits<std::int64_t>::max(),
                                        std::uint64_t{1} << 63,
                                        std::numeric_limits<std::uint64_t>::max()};
  switch (Below(5, random)) {
    case 0:
      return kSpecial[Below(std::size(kSpecial), random)] + Below(3, random) - 1;
    case 1:
      return old + Below(9, random) - 4;
    case 2:
      return old ^ std::uint64_t{1} << Below(64, random);
    case 3:
      return Below(128, random);
    default:
      return random() >> Below(64, random);
  }
}

// A field's value, singular or of the element `index`, or a further element where `index` is -1.
class Value {
 public:
  Value(Message& message, const FieldDescriptor& field, int index)
      : message_(message), reflection_(*message.GetReflection()), field_(field), index_(index) {}

  void Mutate(Random& random) {
    switch (field_.cpp_type()) {
      case FieldDescriptor::CPPTYPE_BOOL:
        return Set(&Reflection::SetBool, &Reflection::SetRepeatedBool, &Reflection::AddBool, Below(2, random) == 1);
      case FieldDescriptor::CPPTYPE_ENUM:
        return MutateEnum(random);
      case FieldDescriptor::CPPTYPE_INT32:
        return Set(&Reflection::SetInt32, &Reflection::SetRepeatedInt32, &Reflection::AddInt32,
                   static_cast<std::int32_t>(
                       MutatedNumber(Get(&Reflection::GetInt32, &Reflection::GetRepeatedInt32), random)));
      case FieldDescriptor::CPPTYPE_UINT32:
        return Set(&Reflection::SetUInt32, &Reflection::SetRepeatedUInt32, &Reflection::AddUInt32,
                   static_cast<std::uint32_t>(
                       MutatedNumber(Get(&Reflection::GetUInt32, &Reflection::GetRepeatedUInt32), random)));
      case FieldDescriptor::CPPTYPE_INT64:
        return Set(&Reflection::SetInt64, &Reflection::SetRepeatedInt64, &Reflection::AddInt64,
                   static_cast<std::int64_t>(MutatedNumber(
                       static_cast<std::uint64_t>(Get(&Reflection::GetInt64, &Reflection::GetRepeatedInt64)), random)));
      case FieldDescriptor::CPPTYPE_UINT64:
        return Set(&Reflection::SetUInt64, &Reflection::SetRepeatedUInt64, &Reflection::AddUInt64,
                   MutatedNumber(Get(&Reflection::GetUInt64, &Reflection::GetRepeatedUInt64), random));
      case FieldDescriptor::CPPTYPE_FLOAT:
      case FieldDescriptor::CPPTYPE_DOUBLE:
        return MutateDouble(random);
      case FieldDescriptor::CPPTYPE_STRING:
        return Set(&Reflection::SetString, &Reflection::SetRepeatedString, &Reflection::AddString,
                   MutatedText(Get(&Reflection::GetString, &Reflection::GetRepeatedString),
                               field_.type() == FieldDescriptor::TYPE_STRING));
      case FieldDescriptor::CPPTYPE_MESSAGE:
        return;
    }
  }

 private:
  template <typename T>
  T Get(T (Reflection::*one)(const Message&, const FieldDescriptor*) const,
        T (Reflection::*of_many)(const Message&, const FieldDescriptor*, int) const) const {
    if (!field_.is_repeated()) return (reflection_.*one)(message_, &field_);
    if (index_ < 0) return {};
    return (reflection_.*of_many)(message_, &field_, index_);
  }
  template <typename One, typename OfMany, typename More, typename T>
  void Set(One one, OfMany of_many, More more, T value) {
    if (!field_.is_repeated()) return (reflection_.*one)(&message_, &field_, std::move(value));
    if (index_ < 0) return (reflection_.*more)(&message_, &field_, std::move(value));
    (reflection_.*of_many)(&message_, &field_, index_, std::move(value));
  }

  void MutateEnum(Random& random) {
    const auto& type = *field_.enum_type();
    const int value = Below(8, random) == 0 ? static_cast<int>(Below(1000, random))
                                            : type.value(static_cast<int>(Below(type.value_count(), random)))->number();
    Set(&Reflection::SetEnumValue, &Reflection::SetRepeatedEnumValue, &Reflection::AddEnumValue, value);
  }
  void MutateDouble(Random& random) {
    const std::uint64_t bits = MutatedNumber(random(), random);
    double value = 0;
    std::memcpy(&value, &bits, sizeof(value));
    if (Below(2, random) == 0) value = static_cast<double>(Below(1000, random)) / 8 - 10;
    if (field_.cpp_type() == FieldDescriptor::CPPTYPE_DOUBLE) {
      return Set(&Reflection::SetDouble, &Reflection::SetRepeatedDouble, &Reflection::AddDouble, value);
    }
    Set(&Reflection::SetFloat, &Reflection::SetRepeatedFloat, &Reflection::AddFloat, static_cast<float>(value));
  }

  Message& message_;
  const Reflection& reflection_;
  const FieldDescriptor& field_;
  const int index_;
};

void MutateOne(Message& message, Random& random, int depth);

void MutateRepeated(Message& message, const FieldDescriptor& field, Random& random, int depth) {
  const Reflection& reflection = *message.GetReflection();
  const int size = reflection.FieldSize(message, &field);
  const bool is_message = field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
  const int at = size == 0 ? -1 : static_cast<int>(Below(static_cast<std::uint64_t>(size), random));
  const std::uint64_t how = Below(8, random);
  if (size == 0 || how == 0) {
    if (!is_message) return Value(message, field, -1).Mutate(random);
    Message* const added = reflection.AddMessage(&message, &field);
    if (at >= 0 && Below(2, random) == 0) added->CopyFrom(reflection.GetRepeatedMessage(message, &field, at));
    return MutateOne(*added, random, depth + 1);
  }
  if (how == 1) {
    reflection.SwapElements(&message, &field, at, size - 1);
    return reflection.RemoveLast(&message, &field);
  }
  if (how == 2) {
    return reflection.SwapElements(&message, &field, at,
                                   static_cast<int>(Below(static_cast<std::uint64_t>(size), random)));
  }
  if (!is_message) return Value(message, field, at).Mutate(random);
  MutateOne(*reflection.MutableRepeatedMessage(&message, &field, at), random, depth + 1);
}

void MutateOne(Message& message, Random& random, int depth) {
  const google::protobuf::Descriptor& type = *message.GetDescriptor();
  if (type.field_count() == 0 || depth > kDepthMax) return;
  const Reflection& reflection = *message.GetReflection();
  // Mostly a field that is there.
  std::vector<const FieldDescriptor*> fields;
  if (Below(4, random) != 0) reflection.ListFields(message, &fields);
  const FieldDescriptor& field =
      fields.empty() ? *type.field(static_cast<int>(Below(static_cast<std::uint64_t>(type.field_count()), random)))
                     : *fields[Below(fields.size(), random)];
  if (field.is_repeated()) return MutateRepeated(message, field, random, depth);
  if (!fields.empty() && Below(10, random) == 0) return reflection.ClearField(&message, &field);
  if (field.cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) return Value(message, field, -1).Mutate(random);
  MutateOne(*reflection.MutableMessage(&message, &field), random, depth + 1);
}

}  // namespace

std::string MutatedBytes(absl::string_view bytes, std::size_t bytes_max) {
  bytes = bytes.substr(0, bytes_max);
  std::string buffer(bytes_max, '\0');
  std::copy(bytes.begin(), bytes.end(), buffer.begin());
  const std::size_t size = LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(buffer.data()), bytes.size(), bytes_max);
  buffer.resize(size);
  return buffer;
}

void MutateMessage(Message& message, Random& random) {
  for (std::uint64_t left = 1 + Below(3, random); left > 0; --left) MutateOne(message, random, 0);
}

std::string MutatedAs(Message& message, absl::string_view bytes, std::size_t bytes_max, Random& random,
                      const std::function<void(Message&, Random&)>& draw) {
  const bool is_message = message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
  if (draw && (!is_message || bytes.empty() || Below(500, random) == 0)) {
    message.Clear();
    draw(message, random);
  } else if (!is_message || Below(2, random) == 0) {
    return MutatedBytes(bytes, bytes_max);
  } else {
    MutateMessage(message, random);
  }
  std::string mutated = message.SerializeAsString();
  return mutated.size() <= bytes_max ? mutated : MutatedBytes(bytes, bytes_max);
}

std::vector<Step> StepsOf(absl::string_view bytes) {
  std::vector<Step> steps;
  while (bytes.size() >= 4) {
    const auto byte = [&bytes](std::size_t i) { return std::size_t{static_cast<std::uint8_t>(bytes[i])}; };
    Step& step = steps.emplace_back();
    step.what = static_cast<std::uint8_t>(byte(0));
    step.how = static_cast<std::uint8_t>(byte(1));
    step.payload = std::string(bytes.substr(4, byte(2) << 8 | byte(3)));
    bytes.remove_prefix(4 + step.payload.size());
  }
  return steps;
}

std::string BytesOf(const std::vector<Step>& steps) {
  std::string bytes;
  for (const Step& step : steps) {
    const std::size_t size = std::min<std::size_t>(step.payload.size(), 0xffff);
    bytes += static_cast<char>(step.what);
    bytes += static_cast<char>(step.how);
    bytes += static_cast<char>(size >> 8);
    bytes += static_cast<char>(size);
    bytes.append(step.payload, 0, size);
  }
  return bytes;
}

std::string MutatedSteps(absl::string_view bytes, std::size_t bytes_max, Random& random,
                         const MessageOfStep& message_of) {
  std::vector<Step> steps = StepsOf(bytes);
  if (Below(8, random) == 0) return MutatedBytes(bytes, bytes_max);
  const std::size_t at = steps.empty() ? 0 : Below(steps.size(), random);
  const auto place = steps.begin() + static_cast<std::ptrdiff_t>(at);
  switch (steps.empty() ? 0 : Below(8, random)) {
    case 0:
      steps.insert(place, {.what = static_cast<std::uint8_t>(random()), .how = static_cast<std::uint8_t>(random())});
      break;
    case 1: {
      const Step copy = *place;
      steps.insert(steps.begin() + static_cast<std::ptrdiff_t>(Below(steps.size() + 1, random)), copy);
      break;
    }
    case 2:
      steps.erase(place);
      break;
    case 3:
      std::swap(*place, steps[Below(steps.size(), random)]);
      break;
    case 4:
      place->how = static_cast<std::uint8_t>(random());
      break;
    default:
      google::protobuf::Message* const message = message_of(*place);
      if (message == nullptr) {
        place->how = static_cast<std::uint8_t>(MutatedNumber(place->how, random));
      } else {
        place->payload = MutatedAs(*message, place->payload, place->payload.size() + 256, random);
      }
  }
  std::string mutated = BytesOf(steps);
  return mutated.size() <= bytes_max ? mutated : MutatedBytes(bytes, bytes_max);
}

std::size_t Written(absl::string_view bytes, std::uint8_t* data, std::size_t bytes_max) {
  const std::size_t size = std::min(bytes.size(), bytes_max);
  std::copy_n(bytes.begin(), size, reinterpret_cast<char*>(data));
  return size;
}

}  // namespace flagfall::fuzz
