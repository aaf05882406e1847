#ifndef REFEREE_BASE_SHA256_H_
#define REFEREE_BASE_SHA256_H_

#include <memory>
#include <string>

#include "absl/strings/string_view.h"

namespace flagfall {

// SHA-256 over a stream of bytes.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;

  void Update(absl::string_view bytes);

  // The digest, 32 raw bytes, of all that has been given; the stream can go on after it.
  std::string Digest() const;

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

// The digest, 32 raw bytes, of `bytes`.
std::string Sha256Of(absl::string_view bytes);

}  // namespace flagfall

#endif  // REFEREE_BASE_SHA256_H_
