import * as text from "text:adminMoney";
import * as shared from "text:shared";
import { Button } from "@shared/components/Button";
import type { Body } from "../api/useAdmin";
import { money } from "../overview/money";
import { AccountLink } from "../parts/AccountLink";
import { type Column, DataTable } from "../parts/DataTable";
import { small } from "../parts/density.module.css";
import { formatMoment } from "../parts/moment";
import { Panel } from "../parts/Panel";
import * as typography from "../parts/typography.module.css";
import { usePermission } from "../session";
import { explanation } from "./explanation";

type Row = Body<"MismatchedPayment">;

interface Props {
  rows: readonly Row[];
  onReconcile: (donation: string) => void;
}

/** Payments that hold money and do not match their donation, with what solves each. */
export function Mismatches({ rows, onReconcile }: Props) {
  const { allowed } = usePermission("money.reconcile");
  const columns: readonly Column<Row>[] = [
    { title: shared.payment, value: ({ payment }) => <span className={typography.mono}>{payment}</span> },
    { title: shared.player, value: ({ account }) => (account ? <AccountLink login={account} /> : text.noDonation) },
    {
      title: text.why,
      kind: "long",
      value: (row) => (
        <>
          {explanation(row.explanation)}
          <small className={typography.mono}>{row.explanation.command}</small>
        </>
      ),
    },
    { title: text.asked, kind: "number", value: ({ asked, asked_currency }) => money(asked, asked_currency) },
    { title: shared.paidAmount, kind: "leadNumber", value: ({ amount, currency }) => money(amount, currency) },
    { title: shared.sinceLabel, kind: "time", value: ({ since }) => formatMoment(new Date(since), new Date()) },
    {
      title: shared.action,
      kind: "actions",
      value: ({ donation }) =>
        donation &&
        allowed && (
          <Button className={small} onClick={() => onReconcile(donation)}>
            {text.askAgain}
          </Button>
        ),
    },
  ];
  return (
    <Panel first title={text.mismatches} note={rows.length}>
      <DataTable
        caption={text.mismatches}
        columns={columns}
        rows={rows}
        keyOf={({ payment }) => payment}
        rowTone={() => "bad"}
      />
    </Panel>
  );
}
