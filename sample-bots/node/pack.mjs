// Makes a bot's folder that needs nothing but `node`: its own files, and beside them the SDK in one file with the messages.
//
//     node pack.mjs BOT_FOLDER DESTINATION [PROTO_FOLDER]
//
// `import … from "flagfall-bot"` then finds DESTINATION/node_modules/flagfall-bot.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = path.dirname(fileURLToPath(import.meta.url));
const [source, destination, proto = path.join(here, "../../proto")] = process.argv.slice(2);
if (!source || !destination) {
  console.error("usage: node pack.mjs BOT_FOLDER DESTINATION [PROTO_FOLDER]");
  process.exit(2);
}
const sdk = path.join(here, "flagfall-bot");
const packed = path.join(destination, "node_modules/flagfall-bot");
mkdirSync(packed, { recursive: true });
cpSync(source, destination, { recursive: true, filter: (file) => path.basename(file) !== "node_modules" });
await build({
  entryPoints: [path.join(sdk, "index.js")],
  outfile: path.join(packed, "index.js"),
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node18",
  // The bundled code loads Node's own modules by `require`.
  banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  logLevel: "warning",
});
for (const types of ["index", "games", "words"])
  cpSync(path.join(sdk, `${types}.d.ts`), path.join(packed, `${types}.d.ts`));
const { name, version, type, main, types } = JSON.parse(readFileSync(path.join(sdk, "package.json"), "utf8"));
writeFileSync(path.join(packed, "package.json"), `${JSON.stringify({ name, version, type, main, types }, null, 2)}\n`);
for (const file of ["bot_service", "game", "types", "board", "bluffing", "cards", "gogo"]) {
  cpSync(path.join(proto, `flagfall/v1/${file}.proto`), path.join(packed, `proto/flagfall/v1/${file}.proto`));
}
