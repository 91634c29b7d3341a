import * as text from "text:wallet";
import { abbreviate } from "@shared/abbreviate";
import { LabelledText } from "@shared/components/ShortNumber";
import { formatNumber } from "@shared/format";

/** The largest sums of coins in the game are read in millions, as players count them. */
const FIRST_BILLIONS = 10_000_000_000;

/** An abbreviated amount with the exact one as title and accessible name. Null is unknown. */
export function Amount({ value, hidden }: { value: number | null; hidden: boolean }) {
  if (hidden) return <LabelledText text="***" label={text.hidden} title={undefined} />;
  if (value === null) return <LabelledText text="–" label={text.unknown} title={text.unanswered} />;
  return (
    <LabelledText text={abbreviate(value, FIRST_BILLIONS)} label={formatNumber(value)} title={formatNumber(value)} />
  );
}
