// Tournaments and challenges, and what one may do to them.
import { call } from "../data/account";
import type { Tournament } from "../data/messages";
import { formatText } from "../data/words";
import { gamesText } from "../ui/format";
import { Time } from "../ui/parts";
import { TournamentState } from "../pages/tournament_table";
import { hrefOf } from "../ui/route";
import { isPausable, isPlayedOn, isResumable } from "./account_words";
import { Action } from "./action";
import { Entries, Entry } from "./entries";

interface EntryProps {
  tournament: Tournament;
  // Whether one may pause and resume it too; an owner may only cancel.
  isHost: boolean;
  reload: () => void;
}

function Actions({ tournament, isHost, reload }: EntryProps) {
  const name = tournament.spec?.name ?? `tournament ${tournament.id}`;
  // An owner takes back no rated game that has begun.
  const playsOut = !isHost && tournament.spec?.rated === true;
  const act = (method: string) => () => call<Tournament>(method, { id: tournament.id }).then(reload);
  return (
    <>
      {isHost && isPausable(tournament) && (
        <Action text="Pause" of={name} done={`${name} is paused.`} run={act("PauseTournament")} />
      )}
      {isHost && isResumable(tournament) && (
        <Action text="Resume" of={name} done={`${name} goes on.`} run={act("ResumeTournament")} />
      )}
      {isPlayedOn(tournament) && (
        <Action
          text="Cancel"
          of={name}
          done={playsOut ? `No other game of ${name} begins.` : `${name} is cancelled.`}
          isDangerous
          question={
            playsOut
              ? `${name} is rated: its games that are being played are played to their end. Cancel all others?`
              : `The games of ${name} that are being played would be dropped; those that are over stay. Cancel it?`
          }
          run={act("CancelTournament")}
        />
      )}
    </>
  );
}

function TournamentEntry(props: EntryProps) {
  const { tournament } = props;
  const { spec, state } = tournament;
  const isChallenge = Boolean(spec?.challenger);
  return (
    <Entry
      title={<a href={hrefOf(["tournaments", String(tournament.id ?? 0)])}>{spec?.name || `No. ${tournament.id}`}</a>}
      marks={<TournamentState state={state} />}
      facts={[
        ["Number", tournament.id],
        ["Games", gamesText(tournament.games_stored ?? 0, tournament.games_total ?? 0)],
        ["Format", isChallenge ? "challenge" : formatText(spec?.format)],
        ["Begins", spec?.start_time && state === "STATE_SCHEDULED" && <Time key="start" time={spec.start_time} />],
        ["Waits", tournament.waiting?.reason],
        ["Error", tournament.error],
      ]}
      actions={<Actions {...props} />}
    />
  );
}

export function TournamentList({
  label,
  none,
  tournaments,
  isHost,
  reload,
}: {
  label: string;
  none: string;
  tournaments: readonly Tournament[];
  isHost: boolean;
  reload: () => void;
}) {
  return (
    <Entries label={label} none={none}>
      {tournaments.map((tournament) => (
        <TournamentEntry key={tournament.id} tournament={tournament} isHost={isHost} reload={reload} />
      ))}
    </Entries>
  );
}

// Where the tournament is that was just made.
export function Made({ what, made }: { what: string; made: Tournament | undefined }) {
  return made ? (
    <p class="note" role="status">
      The {what} is made: <a href={hrefOf(["tournaments", String(made.id ?? 0)])}>{made.spec?.name}</a>
    </p>
  ) : null;
}
