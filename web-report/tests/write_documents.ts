// Writes the made-up documents into a static site's data/, to look at what a small arena does not have.
//
//     node_modules/.bin/esbuild --bundle --platform=node --format=esm tests/write_documents.ts --outfile=/tmp/write.mjs
//     node /tmp/write.mjs DATA
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { knockout, leaderboard, longGame, sprt, swiss, swissRound } from "./documents";

const data = process.argv[2] ?? "data";

function write(name: string, document: unknown): void {
  const path = join(data, `${name}.json.gz`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, gzipSync(JSON.stringify(document)));
}

write("leaderboards/thousand", leaderboard(1000, "thousand"));
write("games/9/9-1", longGame(2000));
write("tournaments/21", knockout(16));
write("tournaments/22", swiss(33));
for (let round = 1; round <= 7; ++round) write(`tournaments/22/rounds/${round}`, swissRound(round, 33));
write("tournaments/23", sprt(300));
