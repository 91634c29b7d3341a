import * as economy from "text:adminEconomy";
import * as text from "text:adminOverview";
import * as shared from "text:shared";
import { formatMoment } from "@shared/dates";
import { Link } from "react-router-dom";
import type { Body } from "../api/useAdmin";
import { explanation } from "../money/explanation";
import { useLinkTo } from "../pages";
import { type Column, DataTable } from "../parts/DataTable";
import { Panel } from "../parts/Panel";
import { State } from "../parts/States";
import { count } from "../players/format";
import { usePermission } from "../session";
import { formatPrice } from "./money";

type Need = Body<"Need">;

const CENTAVOS = 100;

interface Props {
  needs: readonly Need[];
  hasMore: boolean;
}

export function Needs({ needs, hasMore }: Props) {
  return (
    <Panel first title={text.needs} note={hasMore ? `≥ ${needs.length}` : needs.length || undefined}>
      <div aria-live="polite">
        <DataTable
          caption={text.needs}
          emptyText={text.needsNone}
          columns={COLUMNS}
          rows={needs}
          keyOf={({ subject }) => subject}
          rowTone={toneOf}
          showsAll
        />
      </div>
    </Panel>
  );
}

const alarmText = ({ kind, value, limit }: NonNullable<Need["alarm"]>): string =>
  `${economy.kinds[kind]}: ${count(value)} · ${economy.limit}: ${count(limit)}`;

function noteOf({ alarm, explanation: cause, text: note, subject }: Need): string {
  if (alarm) return alarmText(alarm);
  return cause ? explanation(cause) : note || subject;
}

const toneOf = ({ kind }: Need) => (kind === "account_frozen" ? "wait" : "bad");

const COLUMNS: readonly Column<Need>[] = [
  { title: shared.what, value: (need) => <State tone={toneOf(need)}>{text.kinds[need.kind]}</State> },
  { title: text.which, kind: "long", value: (need) => <Subject need={need} /> },
  {
    title: shared.sinceLabel,
    kind: "number",
    value: ({ since }) => (since == null ? "–" : formatMoment(new Date(since * 1000), new Date())),
  },
  { title: text.atStake, kind: "leadNumber", value: stakeOf },
];

function stakeOf({ amount, coins }: Need): string {
  if (amount != null) return formatPrice(amount / CENTAVOS);
  return coins == null ? "–" : shared.coinCount({ count: coins });
}

function Subject({ need }: { need: Need }) {
  const { subject, account, alarm } = need;
  const log = usePermission("log.read");
  const name = account ?? alarm?.item ?? subject;
  const address = useLinkTo()(subject) ?? (log.allowed && `/log?subject=${encodeURIComponent(subject)}`);
  return (
    <>
      {address ? <Link to={address}>{name}</Link> : name}
      <small>{noteOf(need)}</small>
    </>
  );
}
