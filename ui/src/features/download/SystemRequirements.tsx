import * as text from "text:download";
import { Glyph } from "@shared/components/Icon";
import { Table } from "@shared/components/Table";
import { useContent } from "@shared/content";
import { CollapsibleSection } from "./CollapsibleSection";
import * as css from "./collapsible-section.module.css";
import { ICONS } from "./icons";
import { rowsOf } from "./requirements";

export function SystemRequirements() {
  const rows = rowsOf(useContent("downloads").system_requirements);
  return (
    <CollapsibleSection title={text.requirements} glyph={ICONS.monitor}>
      <Table
        labelled
        className={css.requirements}
        rows={rows}
        columns={[
          { name: text.part, hidden: true, show: ({ label, glyph }) => [<Glyph key={glyph} path={glyph} />, label] },
          { name: text.minimum, show: ({ minimum }) => minimum },
          { name: text.recommended, show: ({ recommended }) => recommended },
        ]}
      />
    </CollapsibleSection>
  );
}
