import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { formatNumber } from "@shared/format";
import { useCounter } from "./useCounter";

interface CounterProps {
  value: number;
  format?: (value: number) => string;
}

/** A number that counts up; screen readers get the final value only. */
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
