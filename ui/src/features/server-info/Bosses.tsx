import ant from "art:scene-boss-ant";
import core from "art:scene-boss-core";
import orfen from "art:scene-boss-orfen";
import valakas from "art:scene-boss-valakas";
import valley from "art:scene-dragon-valley";
import { bosses } from "@content/server-info.json";
import { Badge } from "@shared/components/Badge";
import { classes } from "@shared/components/classes";
import { Glyph } from "@shared/components/Icon";
import { Panel } from "@shared/components/Panel";
import { Picture, type Source } from "@shared/components/Picture";
import * as css from "./bosses.module.css";
import { ICONS } from "./icons";
import { respawnWindow } from "./respawn";

type Boss = (typeof bosses)[number];

const FACES: Record<string, Source> = { Valakas: valakas, "Queen Ant": ant, Core: core, Orfen: orfen };

export function Bosses() {
  return (
    <>
      <ul className={css.bosses}>
        {bosses.map((boss) => (
          <Panel as="li" key={boss.name} className={classes(css.boss, boss.status === "dead" && css.dead)}>
            <div className={css.face}>
              <Picture source={FACES[boss.name] ?? valley} sizes="(width < 900px) 100vw, 590px" loading="lazy" />
            </div>
            <Facts boss={boss} />
          </Panel>
        ))}
      </ul>
      <p className={css.note}>
        The boss respawns at a random time within this window. Figures may differ from the live server.
      </p>
    </>
  );
}

function Facts({ boss }: { boss: Boss }) {
  return (
    <div className={css.facts}>
      <div className={css.title}>
        <h2>{boss.name}</h2>
        {boss.status === "alive" ? <Badge tone="good">Alive</Badge> : <Badge tone="off">Dead</Badge>}
      </div>
      <p className={css.place}>
        <span>Level {boss.level}</span>
        <span>
          <Glyph path={ICONS.place} />
          {boss.location}
        </span>
      </p>
      <p className={css.respawn}>
        <span>Respawn</span>
        <b>{boss.respawn}</b>
      </p>
      <Window respawn={boss.respawn} />
    </div>
  );
}

/** The respawn window on a track of ten days or hours; the text above says the same. */
function Window({ respawn }: Pick<Boss, "respawn">) {
  const { from, to } = respawnWindow(respawn);
  return (
    <div className={css.window} aria-hidden="true">
      <svg width={`${from}%`} aria-hidden="true" />
      <svg width={`${to - from}%`} aria-hidden="true" />
    </div>
  );
}
