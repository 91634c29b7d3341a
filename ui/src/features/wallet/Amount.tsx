import * as text from "text:wallet";
import { abbreviate } from "@shared/abbreviate";
import { Labelled } from "@shared/components/ShortNumber";
import { formatNumber } from "@shared/format";

/** An abbreviated amount with the exact one as title and accessible name. Null is unknown. */
export function Amount({ value, hidden }: { value: number | null; hidden: boolean }) {
  if (hidden) return <Labelled shown="***" spoken={text.hidden} title={undefined} />;
  if (value === null) return <Labelled shown="–" spoken={text.unknown} title={text.unanswered} />;
  return <Labelled shown={abbreviate(value)} spoken={formatNumber(value)} title={formatNumber(value)} />;
}
