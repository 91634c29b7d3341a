import * as text from "text:roulette";
import * as shared from "text:shared";
import { Button } from "@shared/components/Button";
import { classes } from "@shared/components/classes";
import { Panel } from "@shared/components/Panel";
import { SectionHead } from "@shared/components/SectionHead";
import { Cell, Row, RowHeader, Table } from "@shared/components/Table";
import { formatMoment, formatSeen } from "@shared/dates";
import { formatNumber } from "@shared/format";
import { useState } from "react";
import { exportSpins, type Format } from "./exportSpins";
import { formatNet } from "./odds";
import type { History, Spin } from "./queries";
import { TierName } from "./TierName";
import * as css from "./tables.module.css";

const ROW_COUNT = 5;
const TITLE = "recent-spins";
const COLUMNS = [
  shared.prize,
  { name: shared.coins, className: css.end },
  { name: shared.net, className: classes(css.end, css.net) },
  { name: shared.time, className: css.when },
  { name: text.columns.check, className: css.end, hidden: true },
];

/** The last five spins, each with a button that opens the verifier. */
export function RecentSpins({ history, onCheck }: { history: History; onCheck: (spin: Spin) => void }) {
  const spins = history.spins.slice(0, ROW_COUNT);
  return (
    <section aria-labelledby={TITLE} className={css.section}>
      <SectionHead id={TITLE} title={text.recentSpins} />
      <Panel as="div" className={css.recent}>
        <Table className={css.table} columns={COLUMNS} cards={false} aria-labelledby={TITLE}>
          {spins.map((spin) => (
            <SpinRow key={spin.id} spin={spin} onCheck={() => onCheck(spin)} />
          ))}
        </Table>
        {spins.length > 0 ? <ExportButtons /> : <p className={css.empty}>{text.noSpins}</p>}
      </Panel>
    </section>
  );
}

/** Saves every spin, so that each can be verified elsewhere. */
function ExportButtons() {
  const [failed, setFailed] = useState(false);
  const save = (format: Format) => {
    setFailed(false);
    exportSpins(format).catch(() => setFailed(true));
  };
  return (
    <p className={css.save}>
      <span>{failed ? <span role="alert">{text.saveFailed}</span> : text.saveAll}</span>
      <Button look="ghost" aria-label={text.saveCsv} onClick={() => save("csv")}>
        CSV
      </Button>
      <Button look="ghost" aria-label={text.saveJson} onClick={() => save("json")}>
        JSON
      </Button>
    </p>
  );
}

function SpinRow({ spin, onCheck }: { spin: Spin; onCheck: () => void }) {
  const net = spin.prize_won - spin.cost;
  const [at, now] = [new Date(spin.timestamp), new Date()];
  return (
    <Row>
      <RowHeader>
        <TierName tier={spin.prize_tier} />
      </RowHeader>
      <Cell className={css.won}>+{formatNumber(spin.prize_won)}</Cell>
      <Cell className={classes(css.end, css.net, net < 0 && css.minus)}>{formatNet(net)}</Cell>
      <Cell className={css.when}>
        <time dateTime={spin.timestamp} title={formatMoment(at, now)}>
          {formatSeen(at, now)}
        </time>
      </Cell>
      <Cell className={css.check}>
        <Button look="ghost" aria-label={text.checkOne({ spin: spin.id })} onClick={onCheck}>
          {text.check}
        </Button>
      </Cell>
    </Row>
  );
}
