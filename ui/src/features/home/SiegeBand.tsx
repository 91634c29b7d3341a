import siege from "art:scene-siege";
import panels from "panels:siegeBand";
import * as text from "text:home";
import { formatAppointment } from "@shared/appointment";
import { LocalTime } from "@shared/components/LocalTime";
import { MoreLink } from "@shared/components/MoreLink";
import { Panel } from "@shared/components/Panel";
import { Picture } from "@shared/components/Picture";
import { useContent } from "@shared/content";
import { PanelAround } from "@shared/panels";
import { paths } from "@shared/paths";
import { usePresent } from "@shared/present";
import * as css from "./siege.module.css";

export const SiegeBand = () => (
  <Panel className={css.siege} aria-labelledby="siege">
    <Picture source={siege} sizes="(width < 560px) 100vw, 1180px" className={css.picture} loading="lazy" />
    <div className={css.text}>
      <PanelAround of={panels}>
        <NextSiege />
      </PanelAround>
      <MoreLink to={{ pathname: paths.world, search: "?tab=castles" }}>{text.allCastles}</MoreLink>
    </div>
  </Panel>
);

/** The game's next siege with the operator's rules, or these alone. */
function NextSiege() {
  const { sieges } = useContent("info");
  const next = usePresent()?.siege;
  return (
    <>
      <h2 id="siege">{next ? text.nextSiege({ castles: next.castles }) : text.siegesWeekly({ day: sieges.day })}</h2>
      <dl>
        <div>
          <dt>{text.begins}</dt>
          <dd>{next?.at ? <LocalTime at={next.at} format={formatAppointment} /> : sieges.time}</dd>
        </div>
        <div>
          <dt>{text.lasts}</dt>
          <dd>{sieges.duration}</dd>
        </div>
      </dl>
      <p>
        {next && text.siegesByRules({ when: `${sieges.day} ${sieges.time}` })}{" "}
        {text.siegeRules({ registration: sieges.registration, limit: sieges.clan_limit, zerg: sieges.zerg })}
      </p>
    </>
  );
}
