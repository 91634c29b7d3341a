import * as text from "text:roulette";
import * as shared from "text:shared";
import { Button } from "@shared/components/Button";
import { classes } from "@shared/components/classes";
import { Panel } from "@shared/components/Panel";
import { SectionHead } from "@shared/components/SectionHead";
import { type Column, Table } from "@shared/components/Table";
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
/** The last five spins, each with a button that opens the verifier. */
export function RecentSpins({ history, onCheck }: { history: History; onCheck: (spin: Spin) => void }) {
  return (
    <section aria-labelledby={TITLE} className={css.section}>
      <SectionHead id={TITLE} title={text.recentSpins} />
      <Panel as="div" className={css.recent}>
        <Table
          className={css.table}
          columns={[
            ...COLUMNS,
            {
              name: text.columns.check,
              hidden: true,
              className: css.check,
              show: (spin) => (
                <Button look="ghost" aria-label={text.checkOne({ spin: spin.id })} onClick={() => onCheck(spin)}>
                  {text.check}
                </Button>
              ),
            },
          ]}
          rows={history.spins.slice(0, ROW_COUNT)}
          keyOf={({ id }) => id}
          cards={false}
          aria-labelledby={TITLE}
        />
        {history.spins.length > 0 ? <ExportButtons /> : <p className={css.empty}>{text.noSpins}</p>}
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

const netOf = ({ prize_won, cost }: Spin) => prize_won - cost;

const COLUMNS: readonly Column<Spin>[] = [
  { name: shared.prize, show: ({ prize_tier }) => <TierName tier={prize_tier} /> },
  { name: shared.coins, className: css.won, show: ({ prize_won }) => `+${formatNumber(prize_won)}` },
  {
    name: shared.net,
    className: classes(css.end, css.net),
    cell: (spin) => ({ className: classes(css.end, css.net, netOf(spin) < 0 && css.minus) }),
    show: (spin) => formatNet(netOf(spin)),
  },
  { name: shared.time, className: css.when, show: ({ timestamp }) => <SpinTime at={new Date(timestamp)} /> },
];

function SpinTime({ at }: { at: Date }) {
  const now = new Date();
  return (
    <time dateTime={at.toISOString()} title={formatMoment(at, now)}>
      {formatSeen(at, now)}
    </time>
  );
}
