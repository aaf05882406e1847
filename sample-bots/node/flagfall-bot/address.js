// FLAGFALL_ADDRESS: where the referee listens, and how a bot connects to it.
//
//   unix:/path            a socket on this machine
//   host:port             without TLS, and so on this machine only: localhost, 127.0.0.1, [::1]
//   tls:host:port         with TLS; the roots are those of FLAGFALL_TLS_CA, or the system's
//   insecure:host:port    without TLS to another machine: whoever listens on the way can read the token

import { existsSync, readFileSync } from "node:fs";
import { BlockList, isIP } from "node:net";
import grpc from "@grpc/grpc-js";

const SYSTEM_ROOTS = "/etc/ssl/certs/ca-certificates.crt";
const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

// Returns the target for gRPC and the credentials. An Error says what would be right.
export function parseAddress(address, rootsPath = "") {
  if (address.startsWith("unix:")) return { target: address, credentials: grpc.credentials.createInsecure() };
  const [, scheme, target] = address.match(/^(?:(tls|insecure):)?(.*)$/s);
  const host = hostOf(address, target);
  if (scheme === "tls") return { target, credentials: grpc.credentials.createSsl(rootsIn(rootsPath)) };
  if (scheme !== "insecure" && !isLoopback(host)) {
    throw new Error(
      `FLAGFALL_ADDRESS is ${address}, which is another machine, and without TLS the token could be read on the way: ` +
        `write tls:${address} (or insecure:${address} where that is what you want)`,
    );
  }
  return { target, credentials: grpc.credentials.createInsecure() };
}

function hostOf(address, target) {
  const found = target.match(/^(.+):([0-9]{1,5})$/);
  if (!found || Number(found[2]) < 1 || Number(found[2]) > 65535) {
    throw new Error(`FLAGFALL_ADDRESS must be unix:/path, host:port or tls:host:port, and is: ${address}`);
  }
  return found[1];
}

function isLoopback(host) {
  const number = host.replace(/^\[(.*)\]$/, "$1");
  if (isIP(number) === 0) return host === "localhost";
  return LOOPBACK.check(number, isIP(number) === 4 ? "ipv4" : "ipv6");
}

function rootsIn(path) {
  // Null stands for the roots that Node has of its own.
  if (!path) return existsSync(SYSTEM_ROOTS) ? readFileSync(SYSTEM_ROOTS) : null;
  let roots;
  try {
    roots = readFileSync(path);
  } catch (error) {
    throw new Error(`FLAGFALL_TLS_CA must name a file of certificates (PEM): ${error.message}`);
  }
  if (!roots.includes("BEGIN CERTIFICATE"))
    throw new Error(`FLAGFALL_TLS_CA must name a file of certificates (PEM), and ${path} holds none`);
  return roots;
}
