// What somebody who plays `gogo` has chosen for the decision that is open.
import { useState } from "preact/hooks";
import type { Plan } from "./field_plan";
import type { Bases } from "./field_state";

export interface Choice {
  plan: Plan;
  // The number of the player that is moved or challenges; 0 for none.
  chosen: number;
  // Where base and flag are to stand; null as long as nothing else was said.
  bases: Bases | null;
}

const NOTHING: Choice = { plan: new Map(), chosen: 0, bases: null };

export type ChoiceHook = readonly [choice: Choice, choose: (change: Partial<Choice>) => void];

// It is forgotten with the decision.
export function useChoice(decision: number): ChoiceHook {
  const [kept, keep] = useState({ decision, choice: NOTHING });
  const choice = kept.decision === decision ? kept.choice : NOTHING;
  return [choice, (change) => keep({ decision, choice: { ...choice, ...change } })];
}
