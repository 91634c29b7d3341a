import { abbreviate } from "@shared/abbreviate";
import { formatNumber } from "@shared/format";
import { VisuallyHidden } from "./VisuallyHidden";

/** From this amount on a figure has no room in a narrow column. */
const LONG = 10_000_000;

type Write = (amount: number) => string;

interface Props {
  value: number;
  /** Text around the figure, such as its sign. */
  format?: (value: number, write: Write) => string;
}

/** A figure; a long one is abbreviated, with the exact figure as title and accessible name. */
export function ShortNumber({ value, format = (amount, write) => write(amount) }: Props) {
  const exact = format(value, formatNumber);
  if (Math.abs(value) < LONG) return exact;
  return <Labelled shown={format(value, abbreviate)} spoken={exact} title={exact} />;
}

interface LabelledProps {
  shown: string;
  spoken: string;
  title: string | undefined;
}

/** A text for the eyes and another for screen readers. */
export function Labelled({ shown, spoken, title }: LabelledProps) {
  return (
    <span title={title}>
      <span aria-hidden="true">{shown}</span>
      <VisuallyHidden>{spoken}</VisuallyHidden>
    </span>
  );
}
