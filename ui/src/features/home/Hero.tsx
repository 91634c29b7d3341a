import castle from "art:skyline-castle";
import hills from "art:skyline-hills";
import mountains from "art:skyline-mountains";
import sky from "art:skyline-sky";
import town from "art:skyline-town";
import * as text from "text:home";
import * as shared from "text:shared";
import { useGet } from "@shared/api/useGet";
import { Button, LinkButton } from "@shared/components/Button";
import { classes } from "@shared/components/classes";
import { DonationNotes } from "@shared/components/DonationNotes";
import { Icon } from "@shared/components/Icon";
import { Picture } from "@shared/components/Picture";
import { SiteName } from "@shared/components/SiteName";
import { useSiteTexts } from "@shared/content";
import { formatNumber } from "@shared/format";
import { paths } from "@shared/paths";
import { useDialogs } from "@shared/stores/dialogs";
import * as utility from "@shared/styles/utility.module.css";
import type { MouseEvent } from "react";
import * as css from "./hero.module.css";
import { useLight } from "./sky";
import { FETCH_ONCE, isStatus } from "./status";

/** Parallax layers, far to near; nearer layers move less. */
const LAYERS = [
  { name: "sky", source: sky },
  { name: "mountains", source: mountains },
  { name: "castle", source: castle },
  { name: "town", source: town },
  { name: "hills", source: hills },
] as const;

/** The picture is wider than the hero is tall; on phones it is 430 px high and a small file suffices. */
const SIZES = "(width < 560px) 400px, max(100vw, 1530px)";

export function Hero() {
  const { hero, logo } = useSiteTexts();
  const show = useDialogs((dialogs) => dialogs.show);
  return (
    <section className={css.hero}>
      <div className={css.scene} data-light={useLight()} aria-hidden="true">
        {LAYERS.map(({ name, source }) => (
          <Picture key={name} source={source} sizes={SIZES} className={css[name]} fetchPriority="high" />
        ))}
      </div>
      <div className={utility.wrap}>
        <h1>
          <img src={logo} width="132" height="132" alt="" />
          <SiteName width={372} height={72} />
        </h1>
        <p className={css.line}>{hero.title}</p>
        <p className={css.lead}>{hero.text}</p>
        <StatusLine />
        <div className={css.actions}>
          <Button look="primary" large onClick={() => show("register")}>
            <Icon name="start" />
            {text.startPlaying}
          </Button>
          <LinkButton className={css.download} large to={paths.download} onClick={scrollToDownload}>
            <Icon name="download" />
            {text.downloadClient}
          </LinkButton>
        </div>
        <div className={css.notes}>
          <DonationNotes isShort />
        </div>
      </div>
    </section>
  );
}

/** The status and the players, on phones, where the status card is below the fold. */
function StatusLine() {
  const { data } = useGet("/api/server/status", undefined, FETCH_ONCE);
  if (!isStatus(data)) return <p className={css.status} />;
  return (
    <p className={classes(css.status, data.online && css.online)}>
      {data.online ? text.playersNow({ players: formatNumber(data.online_players) }) : shared.offline}
    </p>
  );
}

/** Scrolls to the download section if the page has one, else opens /download. */
function scrollToDownload(event: MouseEvent) {
  const place = document.getElementById("download");
  if (!place) return;
  event.preventDefault();
  place.scrollIntoView();
}
