import { useEffect, useState } from "preact/hooks";
import type { BotFaults, HostStatus } from "../data/messages";
import { stateText } from "../data/words";
import { countText, durationText, gamesText } from "../ui/format";
import { BotLink, Facts, Heading, Loaded, Note, Section, Time } from "../ui/parts";
import { useArena, useResource } from "../ui/resource";
import { hrefOf } from "../ui/route";
import { Table, type Column } from "../ui/table";
import { LiveGames } from "./live_games";

function upFor(status: HostStatus): string {
  return durationText(Date.parse(status.time ?? "") - Date.parse(status.start_time ?? ""));
}

function Queue({ status }: { status: HostStatus }) {
  const queue = status.queue ?? [];
  if (queue.length === 0) return <Note>Nothing is played, and nothing waits.</Note>;
  return (
    <ol class="queue">
      {queue.map((tournament) => (
        <li key={tournament.id}>
          <a href={hrefOf(["tournaments", String(tournament.id ?? 0)])}>
            {tournament.id}. {tournament.name}
          </a>{" "}
          <span class="muted">
            {tournament.is_playing ? "is played" : "waits"},{" "}
            {gamesText(tournament.games_stored ?? 0, tournament.games_total ?? 0)}
          </span>
        </li>
      ))}
    </ol>
  );
}

const FAULTS: readonly Column<BotFaults>[] = [
  { title: "Bot", cell: (fault) => <BotLink name={fault.bot} /> },
  { title: "Faults", isNumber: true, cell: (fault) => countText(fault.faults) },
  { title: "State", cell: (fault) => stateText(fault.state) },
  { title: "Why", isLong: true, cell: (fault) => fault.suspended_reason },
];

function Faults({ status }: { status: HostStatus }) {
  const faults = status.faults ?? [];
  if (faults.length === 0) return <Note>No bot has given trouble.</Note>;
  return <Table label="Faults" columns={FAULTS} rows={faults} rowKey={(fault) => fault.bot ?? ""} />;
}

function Numbers({ status }: { status: HostStatus }) {
  return (
    <Facts
      facts={[
        ["Up for", upFor(status)],
        ["Games running", countText(status.games?.length)],
        ["Plies a second", countText(status.plies_per_second)],
        ["Games a minute", countText(status.games_per_minute)],
        ["Bots connected", countText(status.bots_connected)],
        ["Submissions being checked", countText(status.submissions_waiting)],
        ["Watchers", `${countText(status.watchers)} of ${countText(status.watchers_max)}`],
      ]}
    />
  );
}

export function StatusPage() {
  const { source } = useArena();
  const resource = useResource("status", () => source.status());
  const [live, setLive] = useState<HostStatus>();
  useEffect(() => source.watchStatus(setLive), [source]);
  return (
    <>
      <Heading>Status</Heading>
      <Loaded resource={resource} what="the host's status">
        {(first) => {
          const status = live ?? first;
          return (
            <>
              {status.held_reason && (
                <p class="note bad" role="status">
                  No game begins just now: {status.held_reason}.
                </p>
              )}
              {source.isLive ? (
                <Numbers status={status} />
              ) : (
                <Note>
                  As it was when this site was written, <Time time={status.time} />.
                </Note>
              )}
              {source.isLive && (
                <Section title="Running games">
                  <LiveGames games={status.games ?? []} max={100} />
                </Section>
              )}
              <Section title="Tournaments playing and waiting">
                <Queue status={status} />
              </Section>
              <Section title="Faults">
                <Faults status={status} />
              </Section>
            </>
          );
        }}
      </Loaded>
    </>
  );
}
