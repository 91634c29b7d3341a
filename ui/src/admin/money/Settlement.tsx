import * as text from "text:adminMoney";
import * as shared from "text:shared";
import { formatCalendarDay } from "@shared/calendarDay";
import * as chip from "@shared/components/chip.module.css";
import { LANGUAGE } from "@shared/format";
import { providerName } from "@shared/paymentProviders";
import { Link } from "react-router-dom";
import type { Body } from "../api/useAdmin";
import { isSiteCurrency, moneyOf } from "../overview/money";
import { type Column, DataTable } from "../parts/DataTable";
import { Panel } from "../parts/Panel";
import { useFilters } from "../parts/useFilters";
import { count, money, price } from "../players/format";

type Row = Body<"SettlementRow">;

const month = new Intl.DateTimeFormat(LANGUAGE, { month: "short", year: "numeric", timeZone: "UTC" });
const sum = (amount: number) => price(amount || 0, true);
const settledAmount = ({ settled_in, digits }: Pick<Row, "settled_in" | "digits">, amount: number) =>
  isSiteCurrency(settled_in) ? sum(amount) : money(amount, settled_in, digits);
const keyOf = ({ start, provider, settled_in }: Row) => `${start} ${provider} ${settled_in}`;

/** Payments by day or month as the provider reported them, with a sum per currency. */
export function Settlement({ rows, by }: { rows: readonly Row[]; by: "day" | "month" }) {
  const { withChanges } = useFilters();
  const columns: readonly Column<Row>[] = [
    {
      title: by === "day" ? text.day : text.month,
      value: ({ start, settled_in }) =>
        start === ""
          ? `${text.all}, ${settled_in}`
          : by === "day"
            ? formatCalendarDay(start)
            : month.format(new Date(start)),
    },
    { title: shared.provider, value: ({ provider }) => (provider === "" ? "" : providerName(provider)) },
    {
      title: text.payments,
      kind: "number",
      value: ({ start, payments, unreported }) => (
        <>
          {start === "" ? count(payments) : <Link to={periodOf(start, by)}>{count(payments)}</Link>}
          {unreported > 0 && <small>{text.unreported({ count: unreported })}</small>}
        </>
      ),
    },
    { title: shared.gross, kind: "number", value: (row) => sum(row.gross) },
    { title: text.refunds, kind: "number", value: ({ refunds }) => sum(-refunds) },
    { title: text.chargebacks, kind: "number", value: ({ chargebacks }) => sum(-chargebacks) },
    { title: text.fee, kind: "number", value: ({ fee, ...row }) => settledAmount(row, -fee || 0) },
    { title: shared.net, kind: "leadNumber", value: ({ net, ...row }) => <b>{settledAmount(row, net)}</b> },
    { title: text.released, kind: "number", value: ({ released, ...row }) => settledAmount(row, released) },
  ];
  return (
    <Panel
      title={text.settlement}
      note={text.settlementNote}
      actions={(["day", "month"] as const).map((choice) => (
        <Link
          key={choice}
          className={chip.chip}
          aria-current={by === choice ? "true" : undefined}
          to={withChanges({ by: choice })}
          preventScrollReset
        >
          {text[choice]}
        </Link>
      ))}
    >
      <DataTable
        emptyText={text.noPayments}
        key={`${by} ${rows.length}`}
        caption={text.settlement}
        tight
        columns={columns}
        rows={[...totals(rows), ...rows]}
        keyOf={keyOf}
      />
    </Panel>
  );
}

/** The address of the payments of a day, or of a month by its days. */
function periodOf(start: string, by: "day" | "month"): string {
  if (by === "day") return moneyOf(start);
  const first = new Date(start);
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0));
  return `${moneyOf(start, last.toISOString().slice(0, 10))}&by=day`;
}

const totals = (rows: readonly Row[]): Row[] =>
  [...new Set(rows.map(({ settled_in }) => settled_in))].map((currency) =>
    total(rows.filter(({ settled_in }) => settled_in === currency)),
  );

/** The sum of rows of one currency, without start and provider. */
function total(rows: readonly Row[]): Row {
  const sum = (name: Exclude<keyof Row, "start" | "provider" | "settled_in" | "digits">) =>
    rows.reduce((value, row) => value + row[name], 0);
  return {
    start: "",
    provider: "",
    settled_in: rows[0]?.settled_in ?? "",
    digits: rows[0]?.digits ?? 2,
    payments: sum("payments"),
    gross: sum("gross"),
    refunds: sum("refunds"),
    chargebacks: sum("chargebacks"),
    fee: sum("fee"),
    net: sum("net"),
    released: sum("released"),
    unreported: sum("unreported"),
  };
}
