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
  return <LabelledText text={format(value, abbreviate)} label={exact} title={exact} />;
}

interface LabelledTextProps {
  text: string;
  label: string;
  title: string | undefined;
}

/** A text with another one for screen readers. */
export function LabelledText({ text, label, title }: LabelledTextProps) {
  return (
    <span title={title}>
      <span aria-hidden="true">{text}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}
