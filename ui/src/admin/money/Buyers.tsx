import * as text from "text:adminMoney";
import * as shared from "text:shared";
import { LANGUAGE } from "@shared/format";
import type { Body } from "../api/useAdmin";
import { money } from "../overview/money";
import { AccountLink } from "../parts/AccountLink";
import { type Column, DataTable } from "../parts/DataTable";
import { FactList } from "../parts/FactList";
import { Panel } from "../parts/Panel";
import { Empty } from "../parts/States";
import { count } from "../players/format";

type Buyer = Body<"Buyer">;

const percent = new Intl.NumberFormat(LANGUAGE, { style: "percent", maximumFractionDigits: 0 });

const COLUMNS: readonly Column<Buyer>[] = [
  { title: shared.player, value: ({ account }) => <AccountLink login={account} /> },
  { title: shared.donations, kind: "number", value: ({ donations }) => count(donations) },
  { title: shared.paidAmount, kind: "leadNumber", value: ({ paid, currency }) => money(paid, currency) },
];

interface Props {
  shares: readonly Body<"BuyerShares">[];
  buyers: readonly Buyer[];
}

/** The share of the first buyers in what was paid, and who they are; by currency. */
export function Buyers({ shares, buyers }: Props) {
  if (shares.length === 0) {
    return (
      <Panel title={text.whoPays}>
        <Empty>{text.noPayments}</Empty>
      </Panel>
    );
  }
  return shares.map(({ currency, buyers: total, amount, first_1, first_5, first_20 }) => {
    const title = shares.length > 1 ? `${text.whoPays}, ${currency}` : text.whoPays;
    return (
      <Panel key={currency} title={title} note={text.buyers({ count: total })}>
        <FactList
          inPanel
          facts={[
            [text.first1, percent.format(first_1 / amount)],
            [text.first5, percent.format(first_5 / amount)],
            [text.first20, percent.format(first_20 / amount)],
          ]}
        />
        <DataTable
          caption={title}
          columns={COLUMNS}
          rows={buyers.filter((buyer) => buyer.currency === currency)}
          keyOf={({ account }) => account}
        />
      </Panel>
    );
  });
}
