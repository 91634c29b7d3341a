import { abbreviate } from "@shared/abbreviate";
import { Labelled } from "@shared/components/ShortNumber";
import { formatNumber } from "@shared/format";

/** An abbreviated amount with the exact one as title and accessible name. Null is unknown. */
export function Amount({ value, hidden }: { value: number | null; hidden: boolean }) {
  if (hidden) return <Labelled shown="***" spoken="hidden" title={undefined} />;
  if (value === null) return <Labelled shown="–" spoken="not known" title={UNKNOWN} />;
  return <Labelled shown={abbreviate(value)} spoken={formatNumber(value)} title={formatNumber(value)} />;
}

export const UNKNOWN = "The game server didn't answer in time. Refresh to retry.";
