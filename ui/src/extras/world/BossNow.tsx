import panels from "panels:place";
import * as game from "text:game";
import * as text from "text:places";
import * as shared from "text:shared";
import * as world from "text:world";
import { formatAppointment } from "@shared/appointment";
import { Link } from "@shared/components/Link";
import { LocalTime } from "@shared/components/LocalTime";
import { Panel } from "@shared/components/Panel";
import { Panels } from "@shared/panels";
import { nameOfPlace } from "@shared/placeNames";
import { bossReportPath } from "@shared/reportPaths";
import { formatPlaytime } from "@shared/shortDurations";
import { useMinute } from "@shared/useMinute";
import { StateBadge, WindowCell } from "./BossState";
import { stateOf } from "./bossStates";
import * as castles from "./castles.module.css";
import { Fact } from "./Fact";
import type { BossAnswer } from "./places";
import * as css from "./places.module.css";
import * as worldCss from "./world.module.css";

/** State, window and last kill, as the server shows them. Lines that depend on the clock have their room before. */
export function BossNow({ page }: { page: BossAnswer }) {
  const { boss, min_delay_seconds: first, max_delay_seconds: last, taken_at } = page;
  const now = useMinute();
  const clock = now ?? new Date(taken_at);
  const age = boss.died_at ? (clock.getTime() - Date.parse(boss.died_at)) / 1000 : null;
  const aliveFor = boss.state === "alive" && age !== null && first !== null ? age - first : 0;
  const beyond = boss.state === "alive" && age !== null && last !== null ? age - last : 0;
  return (
    <Panel framed padded aria-labelledby="now">
      <div className={castles.head}>
        <h2 id="now" className={worldCss.title}>
          {text.bossNow}
        </h2>
        <StateBadge state={stateOf(boss, clock)} />
      </div>
      <dl className={worldCss.facts}>
        {boss.state === "dead" && page.times !== "state" && (
          <Fact name={world.window}>
            <WindowCell boss={boss} now={now} />
          </Fact>
        )}
        {aliveFor > 0 && <Fact name={text.aliveFor}>{now && formatPlaytime(Math.max(60, aliveFor))}</Fact>}
        {beyond > 0 && <Fact name={text.beyond}>{now && formatPlaytime(Math.max(60, beyond))}</Fact>}
        <Fact name={world.lastKill}>
          {boss.died_at ? (
            <Link to={bossReportPath(boss.id, boss.died_at)} className={css.link}>
              <LocalTime at={boss.died_at} format={formatAppointment} />
            </Link>
          ) : (
            shared.notKnown
          )}
        </Fact>
        {first !== null && last !== null && (
          <Fact name={text.respawn}>
            {first === last
              ? formatPlaytime(first)
              : text.respawnWindow({ from: formatPlaytime(first), to: formatPlaytime(last) })}
          </Fact>
        )}
        {boss.zone && <Fact name={text.place}>{nameOfPlace(boss.zone)}</Fact>}
        {boss.level > 0 && <Fact name={game.level}>{boss.level}</Fact>}
      </dl>
      <div className={css.actions}>
        <Panels of={panels} subject={{ kind: "boss", id: boss.id, name: boss.name, isRaid: boss.kind === "raid" }} />
      </div>
      <p className={css.note}>{world.readAt({ time: <LocalTime at={taken_at} format={formatAppointment} /> })}</p>
    </Panel>
  );
}
