import * as text from "text:download";
import { Glyph } from "@shared/components/Icon";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { useContent } from "@shared/content";
import { CollapsibleSection } from "./CollapsibleSection";
import * as css from "./collapsible-section.module.css";
import { ICONS } from "./icons";
import { rowsOf } from "./requirements";

export function SystemRequirements() {
  const rows = rowsOf(useContent("downloads").system_requirements);
  return (
    <CollapsibleSection title={text.requirements} glyph={ICONS.monitor}>
      <table className={css.requirements}>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>{text.part}</VisuallyHidden>
            </th>
            <th scope="col">{text.minimum}</th>
            <th scope="col">{text.recommended}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, glyph, minimum, recommended }) => (
            <tr key={label}>
              <th scope="row">
                <Glyph path={glyph} />
                {label}
              </th>
              <td>
                <span className={css.onlyCard}>{text.minimum}</span>
                {minimum}
              </td>
              <td>
                <span className={css.onlyCard}>{text.recommended}</span>
                {recommended}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </CollapsibleSection>
  );
}
