import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { formatNumber } from "@shared/format";
import { useCounter } from "./useCounter";

interface CounterProps {
  value: number;
  format?: (value: number) => string;
}

/** A number that counts up; screen readers get the final value only. */
export function Counter({ value, format = formatNumber }: CounterProps) {
  const currentValue = useCounter(value);
  if (currentValue === value) return format(value);
  return (
    <>
      <span aria-hidden="true">{format(currentValue)}</span>
      <VisuallyHidden>{format(value)}</VisuallyHidden>
    </>
  );
}
