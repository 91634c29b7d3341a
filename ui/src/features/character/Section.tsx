import * as text from "text:character";
import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import * as utility from "@shared/styles/utility.module.css";
import { type ReactNode, useId } from "react";
import * as css from "./character.module.css";

interface Props {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}

/** A titled panel of the page. */
export function Section({ title, aside, children }: Props) {
  const id = useId();
  return (
    <Panel padded aria-labelledby={id} className={css.section}>
      <div className={css.head}>
        <h2 id={id} className={css.title}>
          {title}
        </h2>
        {aside && <span>{aside}</span>}
      </div>
      {children}
    </Panel>
  );
}

/** Stands for a panel's content while it loads, with its height, or after a failure. */
export function Pending({
  error,
  retry,
  className,
}: {
  error: unknown;
  retry: () => void;
  className: string | undefined;
}) {
  if (!error)
    return (
      <>
        <span className={utility.hidden}>{text.loadingPart}</span>
        <Skeleton className={className} />
      </>
    );
  return (
    <p role="alert" className={className}>
      {text.historyFailed}{" "}
      <button type="button" className={css.retry} onClick={retry}>
        {text.tryAgain}
      </button>
    </p>
  );
}
