import * as text from "text:adminMoney";
import * as shared from "text:shared";
import { LANGUAGE } from "@shared/format";
import type { Body } from "../api/useAdmin";
import { AccountLink } from "../parts/AccountLink";
import { type Column, DataTable } from "../parts/DataTable";
import { FactList } from "../parts/FactList";
import { Panel } from "../parts/Panel";
import { Empty } from "../parts/States";
import { count, price } from "../players/format";

type Buyer = Body<"Buyer">;

const percent = new Intl.NumberFormat(LANGUAGE, { style: "percent", maximumFractionDigits: 0 });

const COLUMNS: readonly Column<Buyer>[] = [
  { title: shared.player, value: ({ account }) => <AccountLink login={account} /> },
  { title: shared.donations, kind: "number", value: ({ donations }) => count(donations) },
  { title: shared.paidAmount, kind: "leadNumber", value: ({ paid }) => price(paid) },
];

/** The share of the first buyers in what was paid, and who they are. */
export function Buyers({ shares, buyers }: { shares: Body<"BuyerShares">; buyers: readonly Buyer[] }) {
  const { amount, first_1, first_5, first_20 } = shares;
  return (
    <Panel title={text.whoPays} note={text.buyers({ count: shares.buyers })}>
      {amount === 0 ? (
        <Empty>{text.noPayments}</Empty>
      ) : (
        <>
          <FactList
            inPanel
            facts={[
              [text.first1, percent.format(first_1 / amount)],
              [text.first5, percent.format(first_5 / amount)],
              [text.first20, percent.format(first_20 / amount)],
            ]}
          />
          <DataTable caption={text.whoPays} columns={COLUMNS} rows={buyers} keyOf={({ account }) => account} />
        </>
      )}
    </Panel>
  );
}
