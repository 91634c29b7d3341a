import { useSiteTexts } from "../content";
import * as css from "./site-name.module.css";

/** The operator's wordmark, or the name as text. */
export function SiteName({ width, height }: { width: number; height: number }) {
  const { name, wordmark } = useSiteTexts();
  if (wordmark) return <img src={wordmark} width={width} height={height} alt={name} />;
  return <span className={css.name}>{name}</span>;
}
