import { Figures } from "@shared/components/Figures";
import * as css from "./figure-strip.module.css";
import { splitFigure } from "./splitFigure";

interface Figure {
  term: string;
  text: string;
  note?: string;
  forbidden?: boolean;
}

/** Terms side by side; the figure of each text is large, its other words are small. */
export function FigureStrip({ title, figures }: { title: string; figures: readonly Figure[] }) {
  return (
    <Figures className={css.strip} aria-label={title}>
      {figures.map(({ term, text, note, forbidden }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd className={forbidden ? css.forbidden : undefined}>
            <Split text={text} /> {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </Figures>
  );
}

function Split({ text }: { text: string }) {
  const [prefix, figure, suffix] = splitFigure(text);
  return (
    <>
      {prefix && <small>{prefix}</small>} {figure && <b>{figure}</b>} {suffix && <small>{suffix}</small>}
    </>
  );
}
