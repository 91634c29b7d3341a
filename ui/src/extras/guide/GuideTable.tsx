import { PanelTable } from "@shared/components/PanelTable";
import { SectionHead } from "@shared/components/SectionHead";
import type { Column } from "@shared/components/Table";
import * as css from "./guide-table.module.css";

export const { first, second, below, wide } = css;

interface GuideTableProps<Row> {
  title: string;
  rows: readonly Row[];
  /** Their classes place the cells of a phone: `first` and `second` at the right, `below` the name, `wide` below all. */
  columns: readonly Column<Row>[];
  /** Rows beyond are shown on demand. */
  limit?: number;
}

/** A titled table; nothing without rows. An item can be dropped twice by a monster, so a row has no key of its own. */
export const GuideTable = <Row,>({ title, rows, columns, limit = 30 }: GuideTableProps<Row>) =>
  rows.length > 0 && (
    <section>
      <SectionHead title={title} />
      <PanelTable {...{ title, rows, columns, limit }} keyOf={(row) => rows.indexOf(row)} className={css.rows} />
    </section>
  );
