import { abbreviate } from "@shared/abbreviate";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { formatNumber } from "@shared/format";

/** An abbreviated amount with the exact one as title and accessible name. Null is unknown. */
export function Amount({ value, hidden }: { value: number | null; hidden: boolean }) {
  if (hidden) return <Spoken seen="***" heard="hidden" />;
  if (value === null) return <Spoken seen="–" heard="not known" title={UNKNOWN} />;
  return <Spoken seen={abbreviate(value)} heard={formatNumber(value)} title={formatNumber(value)} />;
}

export const UNKNOWN = "The game could not be asked in time. Refresh to try again.";

function Spoken({ seen, heard, title }: { seen: string; heard: string; title?: string }) {
  return (
    <span title={title}>
      <span aria-hidden="true">{seen}</span>
      <VisuallyHidden>{heard}</VisuallyHidden>
    </span>
  );
}
