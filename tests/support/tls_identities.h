#ifndef TESTS_SUPPORT_TLS_IDENTITIES_H_
#define TESTS_SUPPORT_TLS_IDENTITIES_H_

#include "referee/net/tls_end.h"

namespace flagfall {

// A certificate for localhost and 127.0.0.1 that is its own root, valid for a day, with a new key.
TlsIdentity MakeTlsIdentity();

}  // namespace flagfall

#endif  // TESTS_SUPPORT_TLS_IDENTITIES_H_
