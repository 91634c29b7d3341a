import { type ReactNode, useId } from "react";

interface Props {
  title: ReactNode;
  note?: ReactNode;
  actions?: ReactNode;
  /** The one part of a page that comes first. */
  first?: boolean;
  footer?: ReactNode;
  children: ReactNode;
}

/** A titled part of a page. */
export function Panel({ title, note, actions, first = false, footer, children }: Props) {
  const id = useId();
  return (
    <section className={first ? "panel first" : "panel"} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {note && <span className="aside">{note}</span>}
        {actions && <div className="acts">{actions}</div>}
      </header>
      {children}
      {footer && <footer>{footer}</footer>}
    </section>
  );
}

interface TitleProps {
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  className?: string;
}

/** The page's title, with a line beside it and actions at the right. */
export function PageTitle({ title, note, actions, className = "" }: TitleProps) {
  return (
    <div className={`title ${className}`.trim()}>
      <h1 tabIndex={-1}>{title}</h1>
      {note && <p>{note}</p>}
      {actions && <div className="acts">{actions}</div>}
    </div>
  );
}
