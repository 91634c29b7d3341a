import * as text from "text:campaigns";
import { formatAppointment } from "@shared/appointment";
import { classes } from "@shared/components/classes";
import { Link } from "@shared/components/Link";
import { LocalTime } from "@shared/components/LocalTime";
import { paths } from "@shared/paths";
import { type OpenCampaign, termsOf, titleOf, useCampaigns, useSiteTime } from "./campaigns";
import * as css from "./campaigns.module.css";

/** Campaigns that run or come, with their terms; in short the first one without them. */
export function Announcements({ isShort }: { isShort: boolean }) {
  const allCampaigns = useCampaigns();
  const campaigns = isShort ? allCampaigns.slice(0, 1) : allCampaigns;
  const siteTime = useSiteTime();
  if (campaigns.length === 0) return null;
  return (
    <ul>
      {campaigns.map((campaign) => (
        <li key={campaign.id} className={classes(css.note, isShort && css.short)}>
          {isShort ? <Link to={`${paths.player}?tab=donations`}>{titleOf(campaign)}</Link> : <b>{titleOf(campaign)}</b>}{" "}
          {periodOf(campaign)}
          <small className={css.site}>{siteTime(campaign)}</small>
          {!isShort && <small>{termsOf(campaign)}</small>}
        </li>
      ))}
    </ul>
  );
}

/** "until Fri, Dec 4, 6:00 PM", by the reader's clock. */
function periodOf({ isRunning, turnsAt }: OpenCampaign) {
  const time = <LocalTime at={turnsAt} format={formatAppointment} />;
  return isRunning ? text.until({ time }) : text.from({ time });
}
