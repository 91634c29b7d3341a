import { abbreviate } from "@shared/abbreviate";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { formatNumber } from "@shared/format";

/** An abbreviated amount with the exact one as title and accessible name. Null is unknown. */
export function Amount({ value, hidden }: { value: number | null; hidden: boolean }) {
  if (hidden) return <Labelled shown="***" spoken="hidden" />;
  if (value === null) return <Labelled shown="–" spoken="not known" title={UNKNOWN} />;
  return <Labelled shown={abbreviate(value)} spoken={formatNumber(value)} title={formatNumber(value)} />;
}

export const UNKNOWN = "The game server didn't answer in time. Refresh to retry.";

function Labelled({ shown, spoken, title }: { shown: string; spoken: string; title?: string }) {
  return (
    <span title={title}>
      <span aria-hidden="true">{shown}</span>
      <VisuallyHidden>{spoken}</VisuallyHidden>
    </span>
  );
}
