import ant from "art:scene-boss-ant";
import core from "art:scene-boss-core";
import orfen from "art:scene-boss-orfen";
import valakas from "art:scene-boss-valakas";
import valley from "art:scene-dragon-valley";
import * as contentFields from "text:contentFields";
import * as game from "text:game";
import * as text from "text:serverInfo";
import { Badge } from "@shared/components/Badge";
import { classes } from "@shared/components/classes";
import { Glyph } from "@shared/components/Icon";
import { Link } from "@shared/components/Link";
import { Panel } from "@shared/components/Panel";
import { Picture, type Source } from "@shared/components/Picture";
import { type ServerInfo, useContent } from "@shared/content";
import { formatNumber } from "@shared/format";
import { usePresent } from "@shared/present";
import * as css from "./bosses.module.css";
import { EmptyTab } from "./EmptyTab";
import { ICONS } from "./icons";
import { percentRange } from "./percentRange";

type Boss = ServerInfo["bosses"][number];

const FACES: Record<string, Source> = { Valakas: valakas, "Queen Ant": ant, Core: core, Orfen: orfen };

export function Bosses() {
  const { bosses } = useContent("info");
  const present = usePresent();
  if (!bosses.length) return <EmptyTab />;
  return (
    <>
      <ul className={css.bosses}>
        {bosses.map((boss) => (
          <BossCard key={boss.name} boss={boss} />
        ))}
      </ul>
      <p className={css.note}>
        {text.respawnNote} {present?.note}
      </p>
    </>
  );
}

/** State and window are those of the game, or else the state is the operator's. */
function BossCard({ boss }: { boss: Boss }) {
  const present = usePresent();
  const live = present?.bosses?.get(boss.name.toLowerCase());
  const isDead = present ? live?.isDead : boss.status === "dead";
  return (
    <Panel as="li" className={classes(css.boss, isDead && css.dead)}>
      <div className={css.face}>
        <Picture source={FACES[boss.name] ?? valley} sizes="(width < 900px) 100vw, 590px" loading="lazy" />
      </div>
      <div className={css.facts}>
        <div className={css.title}>
          <h2>{live ? <Link to={live.path}>{boss.name}</Link> : boss.name}</h2>
          {present ? live?.badge : <StateOfContent boss={boss} />}
        </div>
        <p className={css.place}>
          <span>{game.levelOf({ level: formatNumber(boss.level) })}</span>
          <span>
            <Glyph path={ICONS.place} />
            {boss.location}
          </span>
        </p>
        <p className={css.respawn}>
          <span>
            {contentFields.respawn}
            {present && <small>{text.byTheRules}</small>}
          </span>
          <b>{boss.respawn}</b>
        </p>
        <Window respawn={boss.respawn} />
        {present && <div className={css.live}>{live?.window}</div>}
      </div>
    </Panel>
  );
}

const StateOfContent = ({ boss: { status } }: { boss: Boss }) =>
  status === "alive" ? <Badge tone="good">{text.alive}</Badge> : <Badge tone="off">{text.dead}</Badge>;

const LONGEST = 10;

/** The respawn window on a track of ten days or hours; the text above says the same. */
function Window({ respawn }: Pick<Boss, "respawn">) {
  const { from, to } = percentRange(respawn, LONGEST);
  return (
    <div className={css.window} aria-hidden="true">
      <svg width={`${from}%`} aria-hidden="true" />
      <svg width={`${to - from}%`} aria-hidden="true" />
    </div>
  );
}
