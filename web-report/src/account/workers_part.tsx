// The machines that play the arena's games. For hosts.
import { call } from "../data/account";
import type { ListWorkersResponse, WorkerStatus } from "../data/messages";
import { countText } from "../ui/format";
import { Badge, Loaded, Section, Time } from "../ui/parts";
import { Action } from "./action";
import { useCall } from "./calls";
import { Entries, Entry } from "./entries";

function WorkerEntry({ worker, reload }: { worker: WorkerStatus; reload: () => void }) {
  const { name = "", user = "", suspected_reason: reason } = worker;
  return (
    <Entry
      title={name}
      marks={<Badge kind={reason ? "bad" : "good"}>{reason ? "gets no games" : "gets games"}</Badge>}
      facts={[
        ["User", user],
        ["Games", countText(Number(worker.games ?? 0))],
        ["Void attempts", countText(Number(worker.void_games ?? 0))],
        ["Given back", countText(Number(worker.returned_games ?? 0))],
        ["Last heard of", <Time key="seen" time={worker.seen_time} />],
        ["Trusted", worker.trust_time && <Time key="trusted" time={worker.trust_time} />],
        ["Why it gets none", reason],
      ]}
      actions={
        reason && (
          <Action
            text="Trust"
            of={name}
            done={`${name} gets games again.`}
            question={`What ${name} has handed in before stays, and is not compared any more. Let it have games again?`}
            run={() => call<WorkerStatus>("TrustWorker", { name, user }).then(reload)}
          />
        )
      }
    />
  );
}

export function WorkersPart() {
  const resource = useCall<ListWorkersResponse>("ListWorkers");
  return (
    <Section title="Workers">
      <Loaded resource={resource} what="workers">
        {(list) => (
          <Entries label="Workers" none="No worker has asked for games yet.">
            {(list.workers ?? []).map((worker) => (
              <WorkerEntry key={`${worker.user} ${worker.name}`} worker={worker} reload={resource.reload} />
            ))}
          </Entries>
        )}
      </Loaded>
    </Section>
  );
}
