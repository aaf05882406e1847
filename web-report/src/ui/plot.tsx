// Plots. A plot is drawn when it first scrolls into view or the page is printed, and takes the same space before. The code
// that draws is fetched once the page is at rest: when a page is printed, it is too late.
import { useEffect, useRef, useState } from "preact/hooks";
import type { PlotProps } from "./drawn_plot";
import { lazily } from "./lazy";

function Placeholder({ height }: PlotProps) {
  return (
    <>
      <div class="plot-area" style={{ height: `${height}px` }} />
      <p class="plot-values" />
    </>
  );
}

const Drawn = lazily<PlotProps>(async () => (await import("./drawn_plot")).DrawnPlot, Placeholder);

const FETCH_AFTER_MS = 500;

export function Plot(props: PlotProps) {
  const place = useRef<HTMLElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setSeen(true),
      { rootMargin: "150px" },
    );
    watcher.observe(place.current!);
    const show = () => setSeen(true);
    addEventListener("beforeprint", show);
    const timer = setTimeout(() => void Drawn.fetch().catch(() => undefined), FETCH_AFTER_MS);
    return () => {
      clearTimeout(timer);
      removeEventListener("beforeprint", show);
      watcher.disconnect();
    };
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
