// An attack of `bluffing`: what its piece is said to be, and how many tokens go with it.
import { useState } from "preact/hooks";
import { Form, SelectField } from "../account/fields";
import type { Action } from "../data/messages";
import { pieceNumber, pieceText, squareText } from "../data/words";

export function ClaimForm({
  actions,
  truth,
  onAct,
  onCancel,
}: {
  // The attacks that the ply may be.
  actions: readonly Action[];
  // The type of the piece, which is claimed unless something else is.
  truth: number;
  onAct: (action: Action) => void;
  onCancel: () => void;
}) {
  const attacks = actions.flatMap((action) => (action.bluffing?.attack ? [{ action, ...action.bluffing.attack }] : []));
  const claims = [...new Set(attacks.map(({ claim }) => pieceNumber(claim)))].sort((a, b) => b - a);
  const [claim, setClaim] = useState(claims.includes(truth) ? truth : (claims[0] ?? 0));
  const tokens = attacks.filter((attack) => pieceNumber(attack.claim) === claim).map((attack) => attack.tokens ?? 0);
  const [wanted, setWanted] = useState(0);
  const spent = tokens.includes(wanted) ? wanted : (tokens[0] ?? 0);
  const chosen = attacks.find((attack) => pieceNumber(attack.claim) === claim && (attack.tokens ?? 0) === spent);
  return (
    <Form onSubmit={() => chosen && onAct(chosen.action)}>
      <SelectField
        label={`Attack ${squareText(attacks[0]?.ply?.to ?? 0)} as`}
        value={String(claim)}
        options={claims.map((type) => [String(type), `${pieceText(type)}${type === truth ? " (true)" : ""}`])}
        onValue={(value) => setClaim(Number(value))}
      />
      <SelectField
        label="Tokens"
        value={String(spent)}
        options={tokens.map((count) => [String(count), String(count)])}
        onValue={(value) => setWanted(Number(value))}
      />
      <button type="submit" class="primary" disabled={!chosen}>
        Attack
      </button>
      <button type="button" onClick={onCancel}>
        Not now
      </button>
    </Form>
  );
}
