import siege from "art:scene-siege";
import * as text from "text:home";
import { MoreLink } from "@shared/components/MoreLink";
import { Panel } from "@shared/components/Panel";
import { Picture } from "@shared/components/Picture";
import { useContent } from "@shared/content";
import { paths } from "@shared/paths";
import * as css from "./siege.module.css";

export function SiegeBand() {
  const { sieges } = useContent("info");
  return (
    <Panel className={css.siege} aria-labelledby="siege">
      <Picture source={siege} sizes="(width < 560px) 100vw, 1180px" className={css.picture} loading="lazy" />
      <div className={css.text}>
        <h2 id="siege">{text.siegesWeekly({ day: sieges.day })}</h2>
        <dl>
          <div>
            <dt>{text.begins}</dt>
            <dd>{sieges.time}</dd>
          </div>
          <div>
            <dt>{text.lasts}</dt>
            <dd>{sieges.duration}</dd>
          </div>
        </dl>
        <p>{text.siegeRules({ registration: sieges.registration, limit: sieges.clan_limit, zerg: sieges.zerg })}</p>
        <MoreLink to={{ pathname: paths.world, search: "?tab=castles" }}>{text.allCastles}</MoreLink>
      </div>
    </Panel>
  );
}
