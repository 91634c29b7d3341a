import * as economy from "text:adminEconomy";
import * as money from "text:adminMoney";
import * as text from "text:adminOverview";
import * as players from "text:adminPlayers";
import * as shared from "text:shared";
import { Button, LinkButton } from "@shared/components/Button";
import { hidden } from "@shared/styles/utility.module.css";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { Body } from "../api/useAdmin";
import { explanation } from "../money/explanation";
import { useLinkTo } from "../pages";
import { type Column, DataTable } from "../parts/DataTable";
import { small } from "../parts/density.module.css";
import { formatMoment } from "../parts/moment";
import { Panel } from "../parts/Panel";
import { State } from "../parts/States";
import { count } from "../players/format";
import { useSession } from "../session";
import { moneyList } from "./money";

type Need = Body<"Need">;
type Kind = Need["kind"];

/** Cases that are settled one after another: the action of the group is that of the one that waits longest. */
const IN_TURN: ReadonlySet<Kind> = new Set(["ticket_money", "ticket_open"]);
const NAMES = 3;

interface Props {
  needs: readonly Need[];
  hasMore: boolean;
}

/** A row of the table: one case, or all cases of a kind. */
interface Row {
  readonly kind: Kind;
  readonly needs: readonly Need[];
  readonly isOfGroup?: boolean;
}

/** Cases by kind. Several of a kind are one row until it is opened. */
export function Needs({ needs, hasMore }: Props) {
  const [openKinds, setOpenKinds] = useState<readonly Kind[]>([]);
  const kinds = [...new Set(needs.map(({ kind }) => kind))];
  const groups = kinds.map((kind): Row => ({ kind, needs: needs.filter((need) => need.kind === kind) }));
  const rows = groups.flatMap((group): Row[] => [
    group,
    ...(openKinds.includes(group.kind) && group.needs.length > 1
      ? group.needs.map((need) => ({ kind: group.kind, needs: [need], isOfGroup: true }))
      : []),
  ]);
  const toggle = (kind: Kind) =>
    setOpenKinds(openKinds.includes(kind) ? openKinds.filter((name) => name !== kind) : [...openKinds, kind]);
  const columns: readonly Column<Row>[] = [
    ...COLUMNS,
    {
      title: shared.action,
      kind: "actions",
      value: ({ kind, needs: [need, second] }) =>
        second ? (
          <>
            <Button className={small} aria-expanded={openKinds.includes(kind)} onClick={() => toggle(kind)}>
              {openKinds.includes(kind) ? text.fold : text.unfold}
            </Button>
            {need && IN_TURN.has(kind) && <Action need={need} />}
          </>
        ) : (
          need && <Action need={need} />
        ),
    },
  ];
  return (
    <Panel first title={text.needs} note={hasMore ? `≥ ${needs.length}` : needs.length || undefined}>
      <div aria-live="polite">
        <DataTable
          caption={text.needs}
          emptyText={text.needsNone}
          columns={columns}
          rows={rows}
          keyOf={({ kind, needs: [need], isOfGroup }) => (isOfGroup ? (need?.subject ?? "") : kind)}
          rowTone={({ kind }) => toneOf(kind)}
          showsAll
        />
      </div>
    </Panel>
  );
}

const alarmText = ({ kind, value, limit }: NonNullable<Need["alarm"]>): string =>
  `${economy.kinds[kind]}: ${count(value)} · ${economy.limit}: ${count(limit)}`;

function noteOf({ alarm, explanation: cause, subject, account, text: title }: Need): string {
  if (alarm) return alarmText(alarm);
  return [subjectText(subject), account && title, cause && explanation(cause)].filter(Boolean).join(" · ");
}

/** A subject as "Delivery 17", with the first digits of a donation's id; empty for what its row names already. */
function subjectText(subject: string): string {
  const [kind = "", id = ""] = subject.split(/:(.*)/);
  const name = text.subjects[kind as keyof typeof text.subjects];
  return name ? name({ id: kind === "donation" ? id.slice(0, 8) : id }) : "";
}

const toneOf = (kind: Kind) => (kind === "account_frozen" || IN_TURN.has(kind) ? "wait" : "bad");

const COLUMNS: readonly Column<Row>[] = [
  {
    title: shared.what,
    value: ({ kind, isOfGroup }) =>
      isOfGroup ? (
        <span className={hidden}>{text.kinds[kind]}</span>
      ) : (
        <State tone={toneOf(kind)}>{text.kinds[kind]}</State>
      ),
  },
  { title: text.which, kind: "long", value: (row) => <Which {...row} /> },
  { title: shared.sinceLabel, kind: "time", value: ({ needs }) => sinceText(needs) },
  { title: text.atStake, kind: "leadNumber", value: ({ needs }) => stakeOf(needs) },
];

function sinceText(needs: readonly Need[]): string {
  const times = needs.flatMap(({ since }) => since ?? []);
  return times.length === 0 ? "–" : formatMoment(new Date(Math.min(...times) * 1000), new Date());
}

function stakeOf(needs: readonly Need[]): string {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const priced = needs.filter(({ amount }) => amount != null);
  if (priced.length > 0) return moneyList(priced);
  const coins = needs.flatMap(({ coins: value }) => value ?? []);
  return coins.length === 0 ? "–" : shared.coinCount({ count: sum(coins) });
}

const nameOf = ({ account, alarm, text: title, subject }: Need): string =>
  account ?? alarm?.item ?? (title || subjectText(subject));

function Which({ needs }: Row) {
  const addressOf = useAddress();
  const [need] = needs;
  if (!need) return null;
  if (needs.length > 1) {
    const names = [...new Set(needs.map(nameOf))];
    const rest = names.length - NAMES;
    return (
      <>
        {text.cases({ count: needs.length })}
        <small>
          {names.slice(0, NAMES).join(", ")}
          {rest > 0 && ` ${text.andMore({ count: rest })}`}
        </small>
      </>
    );
  }
  const address = addressOf(need);
  return (
    <>
      {address ? <Link to={address}>{nameOf(need)}</Link> : nameOf(need)}
      <small>{noteOf(need)}</small>
    </>
  );
}

/** What settles a case: the panel of its action, or its page for an operator who may only look. */
function Action({ need }: { need: Need }) {
  const address = useAddress()(need);
  const { permissions } = useSession();
  const { kind, account, subject } = need;
  const id = subject.split(/:(.*)/)[1] ?? "";
  const player = `/players/${encodeURIComponent(account ?? "")}`;
  const settle = {
    permission: "deliveries.settle",
    name: players.actions.release,
    to: `${player}?action=release:${id}`,
  };
  const answer = { permission: "tickets.answer", name: text.answerTicket, to: address ?? "" };
  const actions: Partial<Record<Kind, typeof settle>> = {
    ticket_money: answer,
    ticket_open: answer,
    delivery_stuck: settle,
    delivery_unconfirmed: settle,
    account_frozen: { permission: "accounts.adopt", name: players.actions.adopt, to: `${player}?action=adopt:` },
    dispute: { permission: "money.evidence", name: money.evidence, to: `/money?evidence=${id}` },
  };
  const action = actions[kind];
  const isAllowed = action && permissions[action.permission]?.allowed;
  const to = isAllowed ? action.to : address;
  if (!to) return null;
  const name = isAllowed ? action.name : text.look;
  return (
    <LinkButton className={small} to={to} aria-label={`${name}: ${nameOf(need)} ${subjectText(subject)}`.trim()}>
      {name}
    </LinkButton>
  );
}

/** Returns a function that gives the page of a case, if the operator sees it. */
function useAddress(): (need: Need) => string | undefined {
  const linkTo = useLinkTo();
  const { permissions } = useSession();
  return ({ subject, account }) => {
    const [kind, id = ""] = subject.split(/:(.*)/);
    const page = linkTo(subject);
    if (page) return page;
    if (account && permissions["players.read"]?.allowed)
      return `/players/${encodeURIComponent(account)}${kind === "donation" ? `?donation=${id}` : ""}`;
    if (kind === "payment" && permissions["money.read"]?.allowed) return "/money";
    return permissions["log.read"]?.allowed ? `/log?subject=${encodeURIComponent(subject)}` : undefined;
  };
}
