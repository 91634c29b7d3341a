import * as text from "text:adminLog";
import { Button } from "@shared/components/Button";
import { formatMoment } from "@shared/dates";
import { Fragment, useState } from "react";
import { type Body, useAdmin } from "../api/useAdmin";
import { small } from "../parts/density.module.css";
import { FactList } from "../parts/FactList";
import { Filters } from "../parts/Filters";
import { PageTitle, Panel } from "../parts/Panel";
import { Empty, LoadState } from "../parts/States";
import { useFilters } from "../parts/useFilters";
import { usePages } from "../parts/usePages";
import { Values, valueText } from "../parts/Values";

type Row = Body<"OperatorLogRow">;

const REFUSAL_OPTIONS = { without: text.withoutRefused, only: text.onlyRefused };
const optionsOf = (values: readonly string[] = []) => Object.fromEntries(values.map((value) => [value, value]));

/** Changes and refused requests of operators. The filters are in the address. */
export function OperatorLog() {
  const { filters } = useFilters();
  const { data, error, isValidating, mutate } = useAdmin("/api/admin/log", Object.fromEntries(filters));
  const pages = usePages(data?.next);
  return (
    <>
      <PageTitle title={text.title} note={text.note} />
      <div className="stack">
        <Filters
          search={{ name: "subject", label: text.subject, hint: text.subjectHint }}
          selects={[
            { name: "by", label: text.who, all: text.anyone, options: optionsOf(data?.operators) },
            { name: "command", label: text.what, all: text.anything, options: optionsOf(data?.commands) },
            { name: "via", label: text.through, all: text.anyWay, options: text.vias },
            { name: "refused", label: text.refusals, all: text.withRefused, options: REFUSAL_OPTIONS },
          ]}
        />
        <Panel title={text.rows} footer={pages}>
          {!data && <LoadState error={error} onRetry={mutate} />}
          {data && data.data.length === 0 && <Empty>{text.none}</Empty>}
          {data && data.data.length > 0 && <Rows rows={data.data} isStale={isValidating} />}
        </Panel>
      </div>
    </>
  );
}

function Rows({ rows, isStale }: { rows: readonly Row[]; isStale: boolean }) {
  const [open, setOpen] = useState<number | null>(null);
  const now = new Date();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways must be reachable by keyboard
    <section className={isStale ? "scroll stale" : "scroll"} tabIndex={0} aria-label={text.title}>
      <table className="t fold two">
        <caption className="visually-hidden">{text.title}</caption>
        <thead>
          <tr>
            <th scope="col">{text.at}</th>
            <th scope="col">{text.who}</th>
            <th scope="col">{text.what}</th>
            <th scope="col">{text.subject}</th>
            <th scope="col">{text.change}</th>
            <th scope="col">{text.reason}</th>
            <th scope="col">{text.through}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Fragment key={row.id}>
              <tr className={rowClass(row, open)}>
                <th scope="row">
                  <Button
                    look="ghost"
                    className={small}
                    aria-expanded={open === row.id}
                    onClick={() => setOpen(open === row.id ? null : row.id)}
                  >
                    {formatMoment(new Date(row.at), now)}
                  </Button>
                </th>
                <td data-l={text.who}>{row.operator}</td>
                <td data-l={text.what} className="k">
                  {row.outcome === "refused" ? text.refused({ command: row.command }) : row.command}
                </td>
                <td data-l={text.subject} className="wrapname">
                  {row.subject}
                </td>
                <td data-l={text.change}>
                  <Summary row={row} />
                </td>
                <td data-l={text.reason} className="muted wrapname">
                  {row.reason || "–"}
                </td>
                <td data-l={text.through}>
                  <span className="tag">{text.vias[row.via]}</span>
                </td>
              </tr>
              {open === row.id && <Details row={row} />}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function rowClass({ id, outcome }: Row, open: number | null): string | undefined {
  if (open === id) return "sel open";
  return outcome === "refused" ? "hotrow" : undefined;
}

/** The first values that changed, in one line. */
function Summary({ row: { before, after } }: { row: Row }) {
  const [name] = Object.keys(after ?? before ?? {});
  if (name === undefined) return <span className="muted">–</span>;
  return (
    <span className="cut">
      {name}: {before && <span className="old">{valueText(before[name])}</span>}
      {before && " → "}
      <span className="new">{after ? valueText(after[name]) : text.removed}</span>
    </span>
  );
}

function Details({ row }: { row: Row }) {
  return (
    <tr className="open">
      <td colSpan={7}>
        <div className="grid g2">
          <Values oldValues={row.before} newValues={row.after} />
          <FactList
            facts={[
              [text.row, row.id],
              [text.at, new Date(row.at).toISOString()],
              [text.origin, row.address ?? "–"],
              [text.reason, row.reason || "–"],
            ]}
          />
        </div>
      </td>
    </tr>
  );
}
