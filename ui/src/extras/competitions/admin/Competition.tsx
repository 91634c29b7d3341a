import * as text from "text:adminCompetitions";
import * as competitionText from "text:competition";
import * as game from "text:game";
import * as shared from "text:shared";
import { type Body, useAdmin } from "@admin/api/useAdmin";
import { AccountLink } from "@admin/parts/AccountLink";
import { ChangePanel } from "@admin/parts/ChangePanel";
import { type Column, DataTable } from "@admin/parts/DataTable";
import { type Fact, FactList } from "@admin/parts/FactList";
import * as layout from "@admin/parts/layout.module.css";
import { formatMoment, formatMomentWithin } from "@admin/parts/moment";
import { PageTitle } from "@admin/parts/PageTitle";
import { Panel } from "@admin/parts/Panel";
import { LoadState, State } from "@admin/parts/States";
import * as typography from "@admin/parts/typography.module.css";
import { count } from "@admin/players/format";
import { usePermission } from "@admin/session";
import { AnchorButton, Button } from "@shared/components/Button";
import { competitionPath } from "@shared/reportPaths";
import { formatPlaytime } from "@shared/shortDurations";
import { useState } from "react";
import { Link } from "react-router-dom";
import { type CompetitionRow, CompetitionState, daysOf } from "./states";

type Detail = Body<"CompetitionDetail">;
type Place = Body<"CompetitionPlace">;

const moment = (at: string): string => formatMoment(new Date(at), new Date());

/** One competition with its board and its prizes. */
export function Competition({ id }: { id: string }) {
  const { data, error, mutate } = useAdmin("/api/admin/competitions/{competition_id}", undefined, {
    names: { competition_id: id },
  });
  const log = usePermission("log.read");
  if (!data) return <LoadState error={error} onRetry={mutate} />;
  const { competition, counted_at, data: places } = data;
  return (
    <>
      <PageTitle
        title={competition.title}
        note={<Link to="/competitions">{shared.allCompetitions}</Link>}
        actions={<AnchorButton href={competitionPath(competition.id)}>{shared.publicPage}</AnchorButton>}
      />
      <div className={layout.stack}>
        <Facts detail={data} onChange={() => void mutate()} />
        <Panel
          title={shared.board}
          note={counted_at && text.countedAt({ time: formatMomentWithin(new Date(counted_at), new Date()) })}
        >
          <DataTable
            emptyText={competitionText.empty.running}
            caption={shared.board}
            columns={columnsOf(competition, log.allowed)}
            rows={places}
            keyOf={({ place }) => place}
          />
        </Panel>
      </div>
    </>
  );
}

function Facts({ detail, onChange }: { detail: Detail; onChange: () => void }) {
  const { competition, data: places } = detail;
  const { id, state, title } = competition;
  const change = usePermission("competitions.change");
  const pay = usePermission("competitions.pay");
  const [open, setOpen] = useState<"close" | "pay" | null>(null);
  const canClose = change.allowed && state !== "closed" && !places.some(({ outcome }) => outcome);
  const closing = state === "upcoming" ? text.withdraw : text.close;
  const target = { path: `/api/admin/competitions/${id}/${open}`, onClose: () => setOpen(null), onDone: onChange };
  return (
    <Panel
      title={game.metrics[competition.metric]}
      first
      note={<CompetitionState state={state} />}
      actions={
        <>
          {canClose && (
            <Button look="danger" onClick={() => setOpen("close")}>
              {closing}
            </Button>
          )}
          {pay.allowed && state === "due" && (
            <Button look="primary" onClick={() => setOpen("pay")}>
              {text.pay}
            </Button>
          )}
        </>
      }
    >
      <FactList inPanel facts={factsOf(detail)} />
      {open === "close" && (
        <ChangePanel
          {...target}
          title={`${closing}: ${title}`}
          action={closing}
          {...(state !== "upcoming" && { confirmationText: title })}
        >
          <p className={typography.hint}>{text.closeHint}</p>
        </ChangePanel>
      )}
      {open === "pay" && (
        <ChangePanel {...target} title={`${text.pay}: ${title}`} action={text.pay} confirmationText={title}>
          <p className={typography.hint}>{text.payHint}</p>
        </ChangePanel>
      )}
    </Panel>
  );
}

function factsOf({ competition, opened_by, reason }: Detail): readonly Fact[] {
  const { entrants, min_level, max_level, classes, prizes, coins, paid, payable_at } = competition;
  return [
    [text.entrants, text.entrantKinds[entrants]],
    [text.period, daysOf(competition)],
    [text.levels, `${min_level}–${max_level}`],
    [game.classes, classes.join(", ") || text.allClasses],
    [text.prizesByPlace, prizes.map(count).join(" · ") || text.noPrizes],
    [text.paid, `${count(paid)} / ${count(coins)}`],
    [text.payableAt, moment(payable_at)],
    [text.openedBy, opened_by ? [opened_by, reason].filter(Boolean).join(": ") : "–"],
  ];
}

function columnsOf({ id, metric, entrants, state }: CompetitionRow, hasLog: boolean): readonly Column<Place>[] {
  const gain = (value: number) => (metric === "playtime" ? formatPlaytime(value * 60) : `+${count(value)}`);
  return [
    {
      title: text.place,
      kind: "long",
      value: ({ place, name }) => `${place}. ${name || text.nobody}`,
    },
    {
      title: entrants === "clans" ? text.leaderAccount : shared.account,
      kind: "long",
      value: ({ account, leader }) => (
        <>
          {account ? <AccountLink login={account} /> : "–"}
          {leader && <small>{leader}</small>}
        </>
      ),
    },
    {
      title: text.gain,
      kind: "number",
      value: (row) => (
        <>
          {row.gain > 0 ? gain(row.gain) : "–"}
          {row.mark && <small>{competitionText.marks[row.mark]}</small>}
        </>
      ),
    },
    { title: shared.prize, kind: "number", value: (row) => <Prize {...row} /> },
    {
      title: text.outcome,
      kind: "lead",
      value: ({ place, coins, outcome }) =>
        (outcome !== null || (coins !== null && state === "due")) && (
          <Outcome outcome={outcome} log={hasLog && outcome !== null ? `/log?subject=prize:${id}:${place}` : ""} />
        ),
    },
    { title: text.settledAt, kind: "time", value: ({ settled_at }) => (settled_at ? moment(settled_at) : "–") },
  ];
}

/** The coins; once paid, they lead to the winner's wallet. */
function Prize({ coins, outcome, account }: Place) {
  const { allowed } = usePermission("players.read");
  const amount = count(coins);
  return outcome === "paid" && account !== null && allowed ? (
    <Link to={`/players/${encodeURIComponent(account)}#wallet`}>{amount}</Link>
  ) : (
    amount
  );
}

function Outcome({ outcome, log }: { outcome: Place["outcome"]; log: string }) {
  if (outcome === null) return <State tone="wait">{text.notSettled}</State>;
  const word = <State tone={outcome === "paid" ? "good" : "off"}>{text.outcomes[outcome]}</State>;
  return log ? <Link to={log}>{word}</Link> : word;
}
