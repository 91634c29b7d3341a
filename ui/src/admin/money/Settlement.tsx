import * as text from "text:adminMoney";
import * as shared from "text:shared";
import { formatCalendarDay } from "@shared/calendarDay";
import * as chip from "@shared/components/chip.module.css";
import { LANGUAGE } from "@shared/format";
import { providerName } from "@shared/paymentProviders";
import { Link } from "react-router-dom";
import type { Body } from "../api/useAdmin";
import { money, moneyOf } from "../overview/money";
import { type Column, DataTable } from "../parts/DataTable";
import { Panel } from "../parts/Panel";
import { useFilters } from "../parts/useFilters";
import { count } from "../players/format";

type Row = Body<"SettlementRow">;

const month = new Intl.DateTimeFormat(LANGUAGE, { month: "short", year: "numeric", timeZone: "UTC" });
const sum = (amount: number, currency: string) => money(amount || 0, currency, true);
const currenciesOf = ({ currency, settled_in }: Row) => [...new Set([currency, settled_in])].join(" → ");
const keyOf = ({ start, provider, currency, settled_in }: Row) => `${start} ${provider} ${currency} ${settled_in}`;

/** Payments by day or month as the provider reported them, with a sum per pair of currencies. */
export function Settlement({ rows, by }: { rows: readonly Row[]; by: "day" | "month" }) {
  const { withChanges } = useFilters();
  const columns: readonly Column<Row>[] = [
    {
      title: by === "day" ? text.day : text.month,
      value: (row) =>
        row.start === ""
          ? `${text.all}, ${currenciesOf(row)}`
          : by === "day"
            ? formatCalendarDay(row.start)
            : month.format(new Date(row.start)),
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
    { title: shared.gross, kind: "number", value: ({ gross, currency }) => sum(gross, currency) },
    { title: text.refunds, kind: "number", value: ({ refunds, currency }) => sum(-refunds, currency) },
    { title: text.chargebacks, kind: "number", value: ({ chargebacks, currency }) => sum(-chargebacks, currency) },
    { title: text.fee, kind: "number", value: ({ fee, settled_in }) => sum(-fee, settled_in) },
    { title: shared.net, kind: "leadNumber", value: ({ net, settled_in }) => <b>{sum(net, settled_in)}</b> },
    { title: text.released, kind: "number", value: ({ released, settled_in }) => sum(released, settled_in) },
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
  [...new Set(rows.map(currenciesOf))].map((pair) => total(rows.filter((row) => currenciesOf(row) === pair)));

/** The sum of rows of one pair of currencies, without start and provider. */
function total(rows: readonly Row[]): Row {
  const sum = (name: Exclude<keyof Row, "start" | "provider" | "currency" | "settled_in">) =>
    rows.reduce((value, row) => value + row[name], 0);
  return {
    start: "",
    provider: "",
    currency: rows[0]?.currency ?? "",
    settled_in: rows[0]?.settled_in ?? "",
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
