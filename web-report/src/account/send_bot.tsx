// Sends a bot's packed files: dropped onto the page, or chosen.
import { useState } from "preact/hooks";
import { submitBot } from "../data/account";
import { percentText } from "../ui/format";
import { Note } from "../ui/parts";
import { Trouble, useDoing, useSay } from "./doing";

// What a host takes unless it sets another limit (arena/bots/archive_limits.h); larger files would be refused.
const BYTES_MAX = 16 << 20;

export function SendBot({ onSent }: { onSent: () => void }) {
  const [isDoing, trouble, run] = useDoing();
  const [sent, setSent] = useState(0);
  const [isOver, setOver] = useState(false);
  const say = useSay();
  const send = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (!file || isDoing) return;
    setSent(0);
    run(async () => {
      if (file.size > BYTES_MAX) throw new Error(`${file.name} has more than ${BYTES_MAX >> 20} MiB.`);
      await submitBot(file, setSent);
      say(`${file.name} was sent.`);
      onSent();
    });
  };
  return (
    <div
      class={isOver ? "drop over" : "drop"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        send(event.dataTransfer?.files);
      }}
    >
      <label>
        Drop a packed bot here, or choose one
        <input
          type="file"
          accept=".tar,.gz,.tgz,.xz,.zst,.bz2,.zip"
          disabled={isDoing}
          onChange={(event) => {
            send(event.currentTarget.files);
            // So that the same file can be sent again.
            event.currentTarget.value = "";
          }}
        />
      </label>
      {isDoing && (
        <p class="drop-progress" role="status">
          <progress max={1} value={sent} aria-label="Sent" /> {percentText(sent, 1)} sent
        </p>
      )}
      <Trouble text={trouble} />
      <Note>
        Its folder as an archive, with <code>bot.json</code> in it. It is built without network and checked; then it
        enters tournaments.
      </Note>
    </div>
  );
}
