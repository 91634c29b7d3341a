import { classes } from "@shared/components/classes";
import { Link } from "@shared/components/Link";
import { paths } from "@shared/paths";
import { periodOf, termsOf, titleOf, useCampaigns, useSiteTime } from "./campaigns";
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
