import siege from "art:scene-siege";
import { sieges } from "@content/server-info.json";
import { MoreLink } from "@shared/components/MoreLink";
import { Panel } from "@shared/components/Panel";
import { Picture } from "@shared/components/Picture";
import { paths } from "@shared/paths";
import * as css from "./siege.module.css";

export function SiegeBand() {
  return (
    <Panel className={css.siege} aria-labelledby="siege">
      <Picture source={siege} sizes="(width < 560px) 100vw, 1180px" className={css.picture} loading="lazy" />
      <div className={css.text}>
        <h2 id="siege">Castle sieges every Sunday</h2>
        <dl>
          <div>
            <dt>Begins</dt>
            <dd>{sieges.time}</dd>
          </div>
          <div>
            <dt>Lasts</dt>
            <dd>{sieges.duration}</dd>
          </div>
        </dl>
        <p>Clan registration closes 24 hours before. Max 40 members, no ally. Zerg {sieges.zerg.toLowerCase()}.</p>
        <MoreLink to={{ pathname: paths.serverInfo, search: "?tab=sieges" }}>See all castles</MoreLink>
      </div>
    </Panel>
  );
}
