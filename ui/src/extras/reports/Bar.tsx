import * as barCss from "./bars.module.css";

interface BarProps {
  /** Share of the longest bar, 0 to 1. */
  share: number;
  tone?: "gold" | "ember" | "blue";
}

/** A bar beside the number that it draws. */
export function Bar({ share, tone = "gold" }: BarProps) {
  return (
    <svg className={barCss.bar} data-tone={tone} aria-hidden="true">
      <rect width="100%" height="10" rx="5" />
      <rect width={`${Math.round(share * 100)}%`} height="10" rx="5" />
    </svg>
  );
}
