// A new bot that dials in by itself.
import { useState } from "preact/hooks";
import { call } from "../data/account";
import type { CreateRemoteBotRequest, CreateRemoteBotResponse } from "../data/messages";
import { Loaded, Note } from "../ui/parts";
import { useArena, useResource } from "../ui/resource";
import { idsOf, NAME_PATTERN } from "./account_words";
import { ActionForm, ChecksField, TextField } from "./fields";
import { Secret } from "./secret";

interface FormProps {
  isHost: boolean;
  onMade: () => void;
}

function Form({ isHost, onMade, rulesets }: FormProps & { rulesets: readonly string[] }) {
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [language, setLanguage] = useState("");
  const [owner, setOwner] = useState("");
  const [chosen, setChosen] = useState<string[]>([]);
  const [made, setMade] = useState<{ name: string; secret: string }>();
  const create = async () => {
    const request: CreateRemoteBotRequest = {
      manifest: { name, version: "1", rulesets: rulesets.filter((id) => chosen.includes(id)), description, language },
      owner: owner.trim(),
    };
    const answer = await call<CreateRemoteBotResponse>("CreateRemoteBot", request);
    setMade({ name: answer.bot?.manifest?.name ?? name, secret: answer.token?.secret ?? "" });
    setName("");
    onMade();
  };
  return (
    <>
      {made && <Secret of={made.name} secret={made.secret} onClose={() => setMade(undefined)} />}
      <ActionForm action="Make the bot" onAction={create} isReady={chosen.length > 0}>
        <TextField label="Name" value={name} onValue={setName} required maxLength={40} pattern={NAME_PATTERN} />
        <TextField label="Language (may be empty)" value={language} onValue={setLanguage} maxLength={40} />
        <TextField label="Description (may be empty)" value={description} onValue={setDescription} maxLength={200} />
        {isHost && <TextField label="Owner (you where empty)" value={owner} onValue={setOwner} />}
        <ChecksField label="What it plays" values={rulesets} chosen={chosen} onChosen={setChosen} />
      </ActionForm>
    </>
  );
}

export function RemoteBotForm(props: FormProps) {
  const { source } = useArena();
  const resource = useResource("rulesets", () => source.rulesets());
  return (
    <>
      <Note>
        A remote bot runs on a machine of yours and connects to the arena with a token of its own, which you get here.
      </Note>
      <Loaded resource={resource} what="rulesets">
        {(known) => <Form {...props} rulesets={idsOf(known.rulesets ?? [])} />}
      </Loaded>
    </>
  );
}
