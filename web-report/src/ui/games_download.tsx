import { EVERY_GAME, type GameFilter, type ManyForm } from "../data/source";
import { useArena } from "./resource";

const FORMS: readonly (readonly [ManyForm, string])[] = [
  ["jsonl", "Records, one a line (JSON)"],
  ["pb", "Records in protobuf"],
  ["text", "Set-ups and plies as text"],
  ["xml", "As in the Gravon archive (XML); board games"],
  ["csv", "A row for each game (CSV)"],
];

// Links to all games that the filter lets through, as files. Files beside the page have none: those who run the site make them
// with `flagfall game export`.
export function GamesDownload({ filter }: { filter: Partial<GameFilter> }) {
  const { source } = useArena();
  if (!source.isLive) return null;
  return (
    <span class="downloads">
      {"Download them: "}
      {FORMS.map(([form, title]) => (
        <a key={form} href={source.gamesUrl({ ...EVERY_GAME, ...filter }, form)} title={title} download="">
          {form}
        </a>
      ))}
    </span>
  );
}
