// What was sent in, and how far it is.
import { useState } from "preact/hooks";
import type { ListSubmissionsResponse, Submission } from "../data/messages";
import { stateText } from "../data/words";
import { Badge, BotLink, Loaded, Note, Section, Time } from "../ui/parts";
import { hrefOf } from "../ui/route";
import type { PartProps } from "./part_props";
import { isUnderWay, newestFirst, stepsOf } from "./account_words";
import { BuildLog } from "./bot_logs";
import { useCall } from "./calls";
import { Entries, Entry } from "./entries";
import { SendBot } from "./send_bot";

const SHOWN = 100;

function kindOf(submission: Submission): "good" | "bad" | "live" {
  if (isUnderWay(submission)) return "live";
  return submission.state === "STATE_READY" ? "good" : "bad";
}

function Steps({ submission }: { submission: Submission }) {
  return (
    <ol class="submission-steps">
      {stepsOf(submission).map(({ state, text, time }) => (
        <li key={state}>
          {state}
          {text} {time && <Time time={time} />}
        </li>
      ))}
    </ol>
  );
}

function SubmissionEntry({ submission, isHost }: { submission: Submission; isHost: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const { entry, bot_name, state } = submission;
  const name = entry || bot_name || "";
  const isReady = state === "STATE_READY";
  return (
    <Entry
      title={isReady ? <BotLink name={name} /> : name || `Submission ${submission.id}`}
      marks={<Badge kind={kindOf(submission)}>{stateText(state)}</Badge>}
      facts={[
        ["Owner", isHost && (submission.owner || "the host")],
        ["Number", submission.id],
        ["Why it failed", submission.reason],
        ["Steps", <Steps key="steps" submission={submission} />],
      ]}
      actions={
        name && (
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            Build and check log<span class="sr-only"> of {name}</span>
          </button>
        )
      }
    >
      {isOpen && <BuildLog name={name} />}
    </Entry>
  );
}

export function SubmissionsPart({ isHost }: PartProps) {
  const resource = useCall<ListSubmissionsResponse>("ListSubmissions", { page_size: SHOWN }, (list) =>
    (list.submissions ?? []).some(isUnderWay),
  );
  return (
    <Section title={isHost ? "All submissions" : "Your submissions"}>
      <Note>
        <a href={hrefOf(["submit"])}>How to submit a bot</a>
      </Note>
      <SendBot onSent={resource.reload} />
      <Loaded resource={resource} what="submissions">
        {(list) => (
          <>
            <Entries label="Submissions" none="Nothing was submitted yet.">
              {newestFirst(list.submissions ?? []).map((submission) => (
                <SubmissionEntry key={submission.id} submission={submission} isHost={isHost} />
              ))}
            </Entries>
            {list.next_page_token && <Note>These are the newest {SHOWN}.</Note>}
          </>
        )}
      </Loaded>
    </Section>
  );
}
