// Plots. A plot is drawn when it first scrolls into view, and takes the same space before; the code that draws is fetched with
// the first one.
import { useEffect, useRef, useState } from "preact/hooks";
import type { PlotProps } from "./drawn_plot";
import { lazily } from "./lazy";

function Placeholder({ height }: PlotProps) {
  return <div class="plot-area" style={{ height: `${height}px` }} />;
}

const Drawn = lazily<PlotProps>(async () => (await import("./drawn_plot")).DrawnPlot, Placeholder);

export function Plot(props: PlotProps) {
  const place = useRef<HTMLElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setSeen(true),
      { rootMargin: "150px" },
    );
    watcher.observe(place.current!);
    return () => watcher.disconnect();
  }, []);
  return (
    <figure class="plot" ref={place}>
      <figcaption>
        {props.label}
        {props.lines.map((line) => (
          <span key={line.label} class={`key ${line.color}`}>
            {line.label}
          </span>
        ))}
      </figcaption>
      {isSeen ? <Drawn {...props} /> : <Placeholder {...props} />}
    </figure>
  );
}
