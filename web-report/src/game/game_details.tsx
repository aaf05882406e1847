// The parts below a game: downloads, the command that verifies it, settings, and what the bots used.
import { useState } from "preact/hooks";
import type { ExportForm } from "../data/source";
import type { MatchPolicy, Replay, SeatUse } from "../data/messages";
import { kindOf } from "../replay/kind";
import { bytesText, durationText, optionsText, playedControlText, pliesText, plural } from "../ui/format";
import { Facts, RulesetLink, Section } from "../ui/parts";
import { useArena } from "../ui/resource";

const FORMS: readonly (readonly [ExportForm, string, string])[] = [
  ["record", "Record (JSON)", "json"],
  ["text", "Text", "txt"],
  ["xml", "XML", "xml"],
];

// Makes the browser save what is at the address.
function save(url: string, name: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  if (url.startsWith("blob:")) setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function Downloads({ id, hasXml }: { id: string; hasXml: boolean }) {
  const { source, site } = useArena();
  const [error, setError] = useState("");
  if (!source.isLive && !site.has_exports)
    return <p>This site was written without records. The people who run it have the record of game {id}.</p>;
  const get = (form: ExportForm, ending: string) => {
    setError("");
    source.exportUrl(id, form).then(
      (url) => save(url, `flagfall-${id}.${ending}`),
      (problem: Error) => setError(problem.message),
    );
  };
  return (
    <div class="downloads">
      {FORMS.filter(([form]) => form !== "xml" || hasXml).map(([form, text, ending]) => (
        <button key={form} type="button" onClick={() => get(form, ending)}>
          {text}
        </button>
      ))}
      {error && (
        <span role="alert" class="bad">
          {error}
        </span>
      )}
    </div>
  );
}

// Times that a bot let its decisions wait, and was away; nothing where there were none.
function delaysText(use: SeatUse): string {
  const unsent = Number(use.unsent_micros ?? 0);
  const away = Number(use.away_micros ?? 0);
  return (
    (unsent ? `; decisions waited ${durationText(unsent / 1000)} until it took them` : "") +
    (away ? `; away ${durationText(away / 1000)}` : "")
  );
}

function useText(use: SeatUse | undefined): string {
  if (!use?.bytes_to_bot) return "not measured";
  const bytes = `${bytesText(Number(use.bytes_from_bot ?? 0))} sent, ${bytesText(Number(use.bytes_to_bot))} received`;
  const messages = bytes + delaysText(use);
  if (!Number(use.memory_bytes_peak ?? 0)) return messages;
  const cpu = `CPU ${durationText(Number(use.cpu_micros ?? 0) / 1000)} (${durationText(Number(use.off_turn_cpu_micros ?? 0) / 1000)} off its turns)`;
  return `${messages}; ${cpu}; memory ${bytesText(Number(use.memory_bytes_peak))}; ${plural(use.processes ?? 0, "process", "processes")}`;
}

export function adjudicationText(policy: MatchPolicy | undefined): string {
  const { max_plies: plies = 0, max_plies_without_capture: quiet = 0 } = policy ?? {};
  const limits = [
    ...(plies ? [`after ${pliesText(plies)}`] : []),
    ...(quiet ? [`after ${quiet} without a capture`] : []),
  ];
  return limits.join(", or ") || "never";
}

function rulesOf({ ruleset }: Replay) {
  return [
    ["Ruleset", <RulesetLink key="r" id={ruleset?.id} />],
    ["Options", optionsText(ruleset)],
  ] as const;
}

function settingsOf(replay: Replay) {
  const { policy } = replay;
  return [
    ...rulesOf(replay),
    ["Time control", playedControlText(replay.time_control, replay.time_control_scale)],
    ["Draw by adjudication", adjudicationText(policy)],
    ["Illegal actions forgiven", String(policy?.illegal_retries ?? 0)],
    [
      "SHA-256 of the seed",
      <code key="h" class="hash">
        {replay.seed_sha256 ?? "–"}
      </code>,
    ],
    [
      "Seed",
      replay.seed ? (
        <code key="s" class="hash">
          {replay.seed}
        </code>
      ) : (
        "shown when the game is over"
      ),
    ],
  ] as const;
}

function Verify({ id, isImported }: { id: string; isImported: boolean }) {
  return (
    <>
      <h3>Verify</h3>
      <p>
        {isImported
          ? "The game was played elsewhere. Anybody who has Flagfall can play its record again by the rules: that every action is legal, and that it ended as is said, as far as the rules decide that. Clocks, and what each side was told, cannot be checked. Download it, and run:"
          : "The record can be refereed again by anybody who has Flagfall. Result, clocks and what each side was told are compared byte by byte. Download it, and run:"}
      </p>
      <pre class="command" tabIndex={0}>
        <code>flagfall verify --file flagfall-{id}.json</code>
      </pre>
    </>
  );
}

function Receipt({ id }: { id: string }) {
  const url = useArena().source.receiptUrl(id);
  if (!url) return null;
  const file = `flagfall-${id}-receipt.json`;
  return (
    <>
      <h3>Receipt</h3>
      <p>
        The{" "}
        <a href={url} download={file}>
          receipt
        </a>{" "}
        shows whoever keeps it that this host has stored the result and has signed for it, whatever becomes of the
        host's own files. To check it:
      </p>
      <pre class="command" tabIndex={0}>
        <code>flagfall verify --receipt {file}</code>
      </pre>
    </>
  );
}

export function GameDetails({ id, replay }: { id: string; replay: Replay }) {
  const isImported = replay.game?.is_imported ?? false;
  return (
    <Section title="About this game">
      {replay.is_over && (
        <>
          <h3>Download</h3>
          <Downloads id={id} hasXml={kindOf(replay)?.kind === "board"} />
          <Verify id={id} isImported={isImported} />
          {!isImported && <Receipt id={id} />}
        </>
      )}
      <h3>Settings</h3>
      <Facts facts={isImported ? rulesOf(replay) : settingsOf(replay)} />
      {replay.is_over && !isImported && (
        <>
          <h3>What the bots used</h3>
          <Facts
            facts={[
              ["Red", useText(replay.red_use)],
              ["Blue", useText(replay.blue_use)],
            ]}
          />
        </>
      )}
    </Section>
  );
}
