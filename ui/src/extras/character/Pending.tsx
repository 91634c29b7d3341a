import * as text from "text:character";
import * as shared from "text:shared";
import { Skeleton } from "@shared/components/Skeleton";
import * as utility from "@shared/styles/utility.module.css";
import * as css from "./character.module.css";

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
        <span className={utility.hidden}>{shared.loading}</span>
        <Skeleton className={className} />
      </>
    );
  return (
    <p role="alert" className={className}>
      {text.historyFailed}{" "}
      <button type="button" className={css.retry} onClick={retry}>
        {shared.tryAgain}
      </button>
    </p>
  );
}
