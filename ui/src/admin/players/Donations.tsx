import * as text from "text:adminPlayers";
import { Button } from "@shared/components/Button";
import { Fragment, useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { Body } from "../api/useAdmin";
import { small } from "../parts/density.module.css";
import { type Fact, FactList } from "../parts/FactList";
import { Panel } from "../parts/Panel";
import { Empty, State } from "../parts/States";
import { count, moment, money, price } from "./format";
import { toneOf } from "./states";
import type { AccountProps } from "./types";

type Row = Body<"PlayerDonation">;

/** Donations with the provider's facts; the one of the address is open. */
export function Donations({ account }: AccountProps) {
  const [parameters] = useSearchParams();
  const rows = account.donations;
  const [open, setOpen] = useState(parameters.get("donation"));
  const total = rows[0]?.donation.total ?? 0;
  return (
    <Panel title={<span id="donations">{text.donations}</span>} note={total || undefined}>
      {rows.length === 0 ? (
        <Empty>{text.noDonations}</Empty>
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: no group of fields
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways must be reachable by keyboard
        <div className="scroll" role="group" tabIndex={0} aria-label={text.donations}>
          <table className="t fold two">
            <caption className="visually-hidden">{text.donations}</caption>
            <thead>
              <tr>
                <th scope="col">{text.opened}</th>
                <th scope="col">{text.payment}</th>
                <th scope="col" className="n">
                  {text.amount}
                </th>
                <th scope="col" className="n">
                  {text.coinsColumn}
                </th>
                <th scope="col">{text.forCharacter}</th>
                <th scope="col">{text.state}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Fragment key={row.donation.id}>
                  <DonationRow
                    row={row}
                    isOpen={open === row.donation.id}
                    onToggle={() => setOpen(open === row.donation.id ? null : row.donation.id)}
                  />
                  {open === row.donation.id && (
                    <tr className="open">
                      <td colSpan={6} className="det">
                        <Facts row={row} />
                      </td>
                    </tr>
                  )}
                </Fragment>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}

function DonationRow({ row, isOpen, onToggle }: { row: Row; isOpen: boolean; onToggle: () => void }) {
  const { donation, payments } = row;
  const state = stateOf(row);
  return (
    <tr className={isOpen ? "open" : toneOf(state) === "bad" ? "hotrow" : undefined}>
      <th scope="row">
        <Button look="ghost" className={small} aria-expanded={isOpen} onClick={onToggle}>
          {moment(donation.created_at)}
        </Button>
      </th>
      <td data-l={text.payment} className="wrapname">
        <span className="mono">{payments.map(({ id }) => id).join(", ") || text.noPayment}</span>
      </td>
      <td data-l={text.amount} className="n">
        {price(donation.amount)}
      </td>
      <td data-l={text.coinsColumn} className="n">
        {count(donation.coins_credited)} / {count(donation.total_coins)}
      </td>
      <td data-l={text.forCharacter}>{donation.character_name}</td>
      <td data-l={text.state} className="k">
        <State tone={toneOf(state)}>{text.hitStates[state]}</State>
      </td>
    </tr>
  );
}

function stateOf({ donation, payments }: Row) {
  if (payments.some(({ mismatch }) => mismatch)) return "payment_mismatched";
  return donation.disputed ? "disputed" : donation.status;
}

const settledAmount = ({ settled_in, digits }: Row["payments"][number], amount: number | null) =>
  amount == null ? "–" : money(amount, settled_in, digits);

function Facts({ row: { donation, payments } }: { row: Row }) {
  const id = <span className="mono">{donation.id}</span>;
  return (
    <div className="fact-lists">
      <FactList
        facts={[
          [text.donation, id],
          [text.steps.asked, moment(donation.created_at)],
          [text.steps.paid, moment(donation.paid_at)],
          [text.steps.credited, moment(donation.credited_at)],
          [text.steps.refunded, moment(donation.refunded_at)],
          [text.steps.checked, moment(donation.checked_at)],
        ]}
      />
      {payments.map((payment) => (
        <FactList key={payment.id} facts={factsOf(payment)} />
      ))}
    </div>
  );
}

function factsOf(payment: Row["payments"][number]): readonly Fact[] {
  const { mismatch, waiting } = payment;
  const id = <span className="mono">{payment.id}</span>;
  const problem = mismatch && <span className="bad-text">{mismatch}</span>;
  return [
    [text.payment, id],
    [text.atProvider, `${payment.status} · ${payment.detail}`],
    ...(problem ? [[text.doesNotMatch, problem] as const] : []),
    [text.gross, price(payment.amount)],
    [text.refundedAmount, price(payment.refunded)],
    [text.fee, settledAmount(payment, payment.fee)],
    [text.net, settledAmount(payment, payment.net)],
    [text.release, moment(payment.release_at)],
    [text.method, payment.method ?? "–"],
    [text.notices, waiting ? text.noticesWaiting({ count: waiting }) : count(payment.webhooks)],
    [text.lastSeen, moment(payment.seen_at)],
  ];
}
