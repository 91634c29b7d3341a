import * as text from "text:adminMoney";
import * as adminPlayers from "text:adminPlayers";
import * as game from "text:game";
import * as shared from "text:shared";
import { post } from "@shared/api/client";
import { Button } from "@shared/components/Button";
import { saveFile } from "@shared/saveFile";
import useSWRImmutable from "swr/immutable";
import type { Body } from "../api/useAdmin";
import { money } from "../overview/money";
import { Drawer } from "../parts/Drawer";
import { FactList } from "../parts/FactList";
import { LoadState } from "../parts/States";
import * as typography from "../parts/typography.module.css";

type Facts = Body<"Evidence">;
type Line = readonly [name: string, value: string];

/** Facts of a disputed donation, and the same as a file. Each opening is a row of the operator log. */
export function Evidence({ donation, onClose }: { donation: string; onClose: () => void }) {
  const { data, error, mutate } = useSWRImmutable<Facts, Error>(["evidence", donation], () =>
    post<Facts>(`/api/admin/donations/${encodeURIComponent(donation)}/evidence`),
  );
  const lines = data ? linesOf(data) : [];
  return (
    <Drawer
      title={text.evidence}
      onClose={onClose}
      actions={
        <>
          {" "}
          <Button look="primary" disabled={!data} onClick={() => save(donation, lines)}>
            {text.saveFile}
          </Button>
          <Button look="ghost" onClick={onClose}>
            {shared.close}
          </Button>
        </>
      }
    >
      {!data && <LoadState error={error} onRetry={mutate} />}
      <FactList facts={lines} />
      <p className={typography.hint}>{text.evidenceNote}</p>
    </Drawer>
  );
}

function linesOf(facts: Facts): readonly Line[] {
  return [
    [shared.donation, facts.donation],
    [shared.player, facts.account],
    [game.character, facts.character_name],
    [shared.amount, `${money(facts.amount, facts.currency)} · ${shared.coinCount({ count: facts.coins })}`],
    [text.begun, facts.created_at],
    [shared.credited, facts.credited_at ?? "–"],
    ...facts.payments.map(
      (row): Line => [
        shared.payment,
        [row.id, row.status, row.detail, money(row.amount, row.currency ?? facts.currency), row.method, row.approved_at]
          .filter(Boolean)
          .join(" · "),
      ],
    ),
    ...facts.payments.map((row): Line => [text.payer, row.payer ?? "–"]),
    ...facts.webhooks.map((row): Line => [text.signedNotice, `${row.payment} · ${row.received_at} · ${row.times}×`]),
    ...facts.sign_ins.map(
      (row): Line => [text.signIns, `${row.address} · ${row.times}× · ${row.first_at} – ${row.last_at}`],
    ),
    ...facts.deliveries.map(
      (row): Line => [
        adminPlayers.evidence.delivery,
        [row.id, row.character_name, shared.coinCount({ count: row.coins }), row.status, row.receipt, row.delivered_at]
          .filter((value) => value != null && value !== "")
          .join(" · "),
      ],
    ),
    [text.spins, `${facts.spins} · ${shared.coinCount({ count: facts.spin_cost })}`],
  ];
}

function save(donation: string, lines: readonly Line[]): void {
  const content = lines.map(([name, value]) => `${name}: ${value}\n`).join("");
  saveFile(new Blob([content], { type: "text/plain;charset=utf-8" }), `evidence-${donation}.txt`);
}
