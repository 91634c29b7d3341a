import * as shared from "text:shared";
import type { ReactNode } from "react";
import { Disclosure } from "./Disclosure";
import * as css from "./data-table.module.css";

interface DataTableProps {
  label: string;
  /** The first column holds the row headers. */
  columns: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}

/** The data of a chart as a table. */
export function DataTable({ label, columns, rows }: DataTableProps) {
  return (
    <Disclosure summary={shared.asTable}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard */}
      <section className={css.scroll} aria-label={label} tabIndex={0}>
        <table className={css.table}>
          <thead>
            <tr>
              {columns.map((name, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the table keeps no state
                <th scope="col" key={index}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...figures], row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <tr key={row}>
                <th scope="row">{name}</th>
                {figures.map((figure, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  <td key={index}>{figure}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Disclosure>
  );
}
