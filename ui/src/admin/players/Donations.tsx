import * as text from "text:adminPlayers";
import { Fragment, useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { Body } from "../api/useAdmin";
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
            <caption className="hush">{text.donations}</caption>
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
        <button type="button" className="btn ghost small" aria-expanded={isOpen} onClick={onToggle}>
          {moment(donation.created_at)}
        </button>
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
  const steps = {
    [text.steps.asked]: donation.created_at,
    [text.steps.paid]: donation.paid_at,
    [text.steps.credited]: donation.credited_at,
    [text.steps.refunded]: donation.refunded_at,
    [text.steps.checked]: donation.checked_at,
  };
  return (
    <div className="dets">
      <dl className="facts">
        <dt>{text.donation}</dt>
        <dd className="mono">{donation.id}</dd>
        {Object.entries(steps).map(([name, at]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{moment(at)}</dd>
          </Fragment>
        ))}
      </dl>
      {payments.map((payment) => (
        <dl className="facts" key={payment.id}>
          <dt>{text.payment}</dt>
          <dd className="mono">{payment.id}</dd>
          <dt>{text.atProvider}</dt>
          <dd>
            {payment.status} · {payment.detail}
          </dd>
          {payment.mismatch && (
            <>
              <dt>{text.doesNotMatch}</dt>
              <dd className="badt">{payment.mismatch}</dd>
            </>
          )}
          <dt>{text.gross}</dt>
          <dd>{price(payment.amount)}</dd>
          <dt>{text.refundedAmount}</dt>
          <dd>{price(payment.refunded)}</dd>
          <dt>{text.fee}</dt>
          <dd>{settledAmount(payment, payment.fee)}</dd>
          <dt>{text.net}</dt>
          <dd>{settledAmount(payment, payment.net)}</dd>
          <dt>{text.release}</dt>
          <dd>{moment(payment.release_at)}</dd>
          <dt>{text.method}</dt>
          <dd>{payment.method ?? "–"}</dd>
          <dt>{text.notices}</dt>
          <dd>{payment.waiting ? text.noticesWaiting({ count: payment.waiting }) : count(payment.webhooks)}</dd>
          <dt>{text.lastSeen}</dt>
          <dd>{moment(payment.seen_at)}</dd>
        </dl>
      ))}
    </div>
  );
}
