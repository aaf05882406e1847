// Tournaments under way, and a new one. For hosts.
import type { ListTournamentsResponse } from "../data/messages";
import { Loaded, Section } from "../ui/parts";
import { isPlayedOn, isResumable, NEWEST, NEWEST_PAUSE } from "./account_words";
import { useCall } from "./calls";
import { Folded } from "./entries";
import { TournamentForm } from "./tournament_form";
import { TournamentList } from "./tournament_list";

export function TournamentsPart() {
  const resource = useCall<ListTournamentsResponse>(
    "ListTournaments",
    { page_size: NEWEST },
    (list) => (list.tournaments ?? []).some(isPlayedOn),
    NEWEST_PAUSE,
  );
  const { reload } = resource;
  return (
    <>
      <Section title="Tournaments under way">
        <Loaded resource={resource} what="tournaments">
          {({ tournaments = [] }) => {
            const over = tournaments.filter((one) => !isPlayedOn(one) && isResumable(one));
            return (
              <>
                <TournamentList
                  label="Tournaments under way"
                  none="No tournament is under way."
                  tournaments={tournaments.filter(isPlayedOn)}
                  isHost
                  reload={reload}
                />
                {over.length > 0 && (
                  <Folded title={`Stopped or cancelled (${over.length})`}>
                    <TournamentList label="Stopped or cancelled" none="" tournaments={over} isHost reload={reload} />
                  </Folded>
                )}
              </>
            );
          }}
        </Loaded>
      </Section>
      <Section title="A new tournament">
        <TournamentForm onMade={reload} />
      </Section>
    </>
  );
}
