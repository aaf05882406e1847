// Set-ups under names of one's own: one is chosen to be set up, saved, overwritten or deleted.
import { useState } from "preact/hooks";
import { Form, SelectField, TextField } from "../account/fields";
import {
  NAME_LENGTH_MAX,
  nameFrom,
  namedSetUps,
  NAMES_MAX,
  storeNamed,
  withNamed,
  withoutNamed,
  type NamedSetUp,
} from "./stored_set_ups";

const REFUSED = "This browser lets nothing be stored.";
// Of the list, while none is chosen; no name is empty.
const NONE = "";

interface NamedSetUpsProps {
  ruleset: string;
  // Whether somebody's list of types is this army.
  isArmy: (types: unknown) => boolean;
  // What stands on the board, to be saved.
  types: readonly number[];
  onChoose: (types: readonly number[]) => void;
}

function Saved({
  list,
  chosen,
  onChoose,
  onRemove,
}: {
  list: readonly NamedSetUp[];
  chosen: string;
  onChoose: (name: string) => void;
  onRemove: () => void;
}) {
  const options = [[NONE, "choose one"], ...list.map((one) => [one.name, one.name])] as [string, string][];
  return (
    <>
      <SelectField label="Saved set-ups" value={chosen} options={options} onValue={onChoose} />
      <button type="button" disabled={chosen === NONE} onClick={onRemove}>
        Delete
      </button>
    </>
  );
}

export function NamedSetUps({ ruleset, isArmy, types, onChoose }: NamedSetUpsProps) {
  const [list, setList] = useState(() => namedSetUps(ruleset, isArmy));
  const [chosen, setChosen] = useState(NONE);
  const [typed, setTyped] = useState("");
  const [said, say] = useState("");
  const name = nameFrom(typed);
  const isKnown = list.some((one) => one.name === name);
  const become = (next: readonly NamedSetUp[], what: string, now: string) => {
    const isStored = storeNamed(ruleset, next);
    say(isStored ? what : REFUSED);
    if (!isStored) return;
    setList([...next]);
    setChosen(now);
  };
  const save = () => {
    // Another page of this browser may have saved one meanwhile.
    const next = withNamed(namedSetUps(ruleset, isArmy), { name, types });
    if (next) become(next, `Saved as “${name}”.`, name);
    else say(`${NAMES_MAX} set-ups are saved already: delete one, or overwrite one.`);
  };
  const choose = (value: string) => {
    setChosen(value);
    const found = list.find((one) => one.name === value);
    if (!found) return;
    setTyped(value);
    say(`“${value}” is set up.`);
    onChoose(found.types);
  };
  const remove = () => become(withoutNamed(namedSetUps(ruleset, isArmy), chosen), `“${chosen}” is deleted.`, NONE);
  return (
    <Form label="Set-ups under names" onSubmit={save}>
      {list.length > 0 && <Saved list={list} chosen={chosen} onChoose={choose} onRemove={remove} />}
      <TextField
        label="Name of this set-up"
        value={typed}
        onValue={setTyped}
        required
        pattern=".*\S.*"
        maxLength={NAME_LENGTH_MAX}
      />
      <button type="submit">{isKnown ? "Overwrite" : "Save"}</button>
      <p class="play-said" role="status">
        {said}
      </p>
    </Form>
  );
}
