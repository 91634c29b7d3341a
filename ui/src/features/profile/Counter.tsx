import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { formatNumber } from "@shared/format";
import { useCounter } from "./useCounter";

interface CounterProps {
  value: number;
  format?: (value: number) => string;
}

/** A figure that counts up. Read aloud is the figure it ends at, never those on the way. */
export function Counter({ value, format = formatNumber }: CounterProps) {
  const shown = useCounter(value);
  if (shown === value) return format(value);
  return (
    <>
      <span aria-hidden="true">{format(shown)}</span>
      <VisuallyHidden>{format(value)}</VisuallyHidden>
    </>
  );
}
