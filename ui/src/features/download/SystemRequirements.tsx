import { Icon } from "@shared/components/Icon";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { CollapsibleSection } from "./CollapsibleSection";
import * as css from "./collapsible-section.module.css";
import { REQUIREMENTS } from "./content";

export function SystemRequirements() {
  return (
    <CollapsibleSection title="System Requirements" icon="monitor">
      <table className={css.parts}>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>Part</VisuallyHidden>
            </th>
            <th scope="col">Minimum</th>
            <th scope="col">Recommended</th>
          </tr>
        </thead>
        <tbody>
          {REQUIREMENTS.map(({ label, icon, minimum, recommended }) => (
            <tr key={label}>
              <th scope="row">
                <Icon name={icon} />
                {label}
              </th>
              <td>
                <span className={css.onlyCard}>Minimum</span>
                {minimum}
              </td>
              <td>
                <span className={css.onlyCard}>Recommended</span>
                {recommended}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </CollapsibleSection>
  );
}
