// The bots of whoever is signed in, or all of them for a host.
import type { Bot, ListBotsResponse } from "../data/messages";
import { Loaded, Section } from "../ui/parts";
import { hrefOf } from "../ui/route";
import type { PartProps } from "./part_props";
import { botsFor, nameOf } from "./account_words";
import { BotEntry } from "./bot_entry";
import { useCall } from "./calls";
import { Entries } from "./entries";
import { RemoteBotForm } from "./remote_bot_form";
import { Searched } from "./searched";

function NoBot() {
  return (
    <>
      There is no bot yet. One that the arena runs is sent in under{" "}
      <a href={hrefOf(["account", "submissions"])}>Submissions</a>; one that runs on a machine of yours is made below.{" "}
      <a href={hrefOf(["submit"])}>How to write one</a>
    </>
  );
}

function BotList({ bots, isHost, reload }: { bots: readonly Bot[]; isHost: boolean; reload: () => void }) {
  return (
    <Searched rows={bots} what="name, owner or tag" texts={(bot) => [nameOf(bot), bot.owner, ...(bot.tags ?? [])]}>
      {(shown) => (
        <Entries label="Bots" none={bots.length > 0 ? "No bot fits." : <NoBot />}>
          {shown.map((bot) => (
            <BotEntry key={nameOf(bot)} bot={bot} isHost={isHost} reload={reload} />
          ))}
        </Entries>
      )}
    </Searched>
  );
}

export function BotsPart({ user, isHost }: PartProps) {
  const resource = useCall<ListBotsResponse>("ListBots");
  return (
    <Loaded resource={resource} what="bots">
      {(list) => (
        <>
          <Section title={isHost ? "All bots" : "Your bots"}>
            <BotList bots={botsFor(list.bots ?? [], user, isHost)} isHost={isHost} reload={resource.reload} />
          </Section>
          <Section title="A new remote bot">
            <RemoteBotForm isHost={isHost} onMade={resource.reload} />
          </Section>
        </>
      )}
    </Loaded>
  );
}
