import { useEffect, useRef, useState } from "preact/hooks";
import type { Replay } from "../data/messages";
import { beginsAnew, mergedReplay } from "../replay/merge";
import { useArena, useResource } from "../ui/resource";

// The game's replay, to which a running game's later steps are added as they come.
export function useLiveReplay(id: string) {
  const { source } = useArena();
  const resource = useResource(id, () => source.game(id));
  const [replay, setReplay] = useState<Replay>();
  const latest = useRef<Replay>();
  latest.current = replay;
  // How many steps a game had before it was played again; 0 for one that was not.
  const [stepsLost, setStepsLost] = useState(0);
  const noteRestart = (part: Replay) => {
    const known = latest.current;
    if (known && !known.is_over && beginsAnew(known, part)) setStepsLost(known.steps ?? 0);
  };
  useEffect(() => {
    if (resource.data) noteRestart(resource.data);
    setReplay(resource.data);
  }, [resource.data]);
  useEffect(() => {
    if (!resource.data || resource.data.is_over) return undefined;
    return source.watchGame(id, resource.data.steps ?? 0, {
      onSteps: (part) => {
        noteRestart(part);
        const next = latest.current && mergedReplay(latest.current, part);
        if (next) setReplay((latest.current = next));
        else resource.reload();
      },
      onEnd: resource.reload,
    });
  }, [resource.data]);
  return { ...resource, data: replay ?? resource.data, stepsLost };
}
