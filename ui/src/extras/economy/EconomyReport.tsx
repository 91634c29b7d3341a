import * as text from "text:economyReport";
import * as game from "text:game";
import * as shared from "text:shared";
import { abbreviate } from "@shared/abbreviate";
import { ApiError } from "@shared/api/client";
import { useGet } from "@shared/api/useGet";
import { formatCalendarDay } from "@shared/calendarDay";
import { EmptyState } from "@shared/components/EmptyState";
import { ErrorState } from "@shared/components/ErrorState";
import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import { Table } from "@shared/components/Table";
import { formatNumber, LANGUAGE } from "@shared/format";
import * as css from "./economy-report.module.css";

const percent = new Intl.NumberFormat(LANGUAGE, {
  style: "percent",
  maximumFractionDigits: 1,
  signDisplay: "exceptZero",
});
const whole = new Intl.NumberFormat(LANGUAGE, { style: "percent" });
const two = new Intl.NumberFormat(LANGUAGE, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const change = (amount: number | null, earlierAmount: number | null): string =>
  amount && earlierAmount ? percent.format(amount / earlierAmount - 1) : "–";

/** Keeps "D-grade" on one line. */
const unbroken = (name: string): string => name.replaceAll(/(?<=\b\w)-/g, "\u2060-\u2060");

interface Amounts {
  title: string;
  /** Title of the first column, and of the others. */
  columns: readonly [string, ...string[]];
  rows: readonly (readonly string[])[];
}

function AmountTable({ title, columns, rows }: Amounts) {
  return (
    <Panel padded>
      <h2>{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard */}
      <section className={css.scroll} aria-label={title} tabIndex={0}>
        <Table
          columns={[columns[0], ...columns.slice(1).map((name) => ({ name, end: true }))]}
          rows={rows}
          cards={false}
        />
      </section>
    </Panel>
  );
}

export function EconomyReport() {
  const { data, error } = useGet("/api/economy/report");
  if (!data && error instanceof ApiError && error.status === 404) return <EmptyState title={text.notPublished} />;
  if (!data) return error ? <ErrorState title={text.failed} /> : <Skeleton className={css.skeleton} />;
  const items = (rows: typeof data.common) =>
    rows.map(({ name, amount, month_before }) => [unbroken(name), formatNumber(amount), change(amount, month_before)]);
  const bands = data.bands.map(({ from_level, to_level, holders, amount, month_before }) => [
    to_level == null ? `${from_level}+` : `${from_level}\u2060–\u2060${to_level}`,
    formatNumber(holders),
    amount == null ? text.tooFew : abbreviate(amount),
    change(amount, month_before),
  ]);
  return (
    <>
      <Panel as="dl" framed className={css.totals}>
        <div>
          <dt>{text.adena}</dt>
          <dd>
            <b>{formatNumber(data.adena)}</b>
            {data.adena_before != null && (
              <small>{text.month({ change: change(data.adena, data.adena_before) })}</small>
            )}
          </dd>
        </div>
        <div>
          <dt>{text.concentration}</dt>
          <dd>
            {data.top_percent != null && data.top_share != null && (
              <b className={css.sentence}>
                {text.richest({ percent: whole.format(data.top_percent / 100), share: whole.format(data.top_share) })}
              </b>
            )}
            {data.gini != null && <small>{text.gini({ value: two.format(data.gini) })}</small>}
          </dd>
        </div>
        <div>
          <dt>{shared.periodLabel}</dt>
          <dd>{(data.month ? text.ofMonth : text.counted)({ day: formatCalendarDay(data.day) })}</dd>
        </div>
      </Panel>
      <div className={css.columns}>
        <AmountTable
          title={game.adenaByLevel}
          columns={[game.level, text.holders, shared.quantity, text.change]}
          rows={bands}
        />
        <AmountTable
          title={text.common}
          columns={[text.item, shared.quantity, text.change]}
          rows={items(data.common)}
        />
        {data.rare.length > 0 && (
          <AmountTable title={text.rare} columns={[text.item, shared.quantity, text.change]} rows={items(data.rare)} />
        )}
      </div>
    </>
  );
}
