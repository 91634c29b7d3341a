import * as css from "./prose.module.css";

/** A text that the service made from the operator's Markdown. */
export function Prose({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the service turns raw HTML into text and checks each address
  return <div className={css.prose} dangerouslySetInnerHTML={{ __html: html }} />;
}
