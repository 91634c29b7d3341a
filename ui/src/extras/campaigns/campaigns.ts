import * as text from "text:campaigns";
import { type Answer, useGet } from "@shared/api/useGet";
import { formatAppointment } from "@shared/appointment";
import { isolate } from "@shared/dates";
import { formatNumber } from "@shared/format";
import { hourAtSite } from "@shared/hourAtSite";
import { offsetAt, useZoneOffsets } from "@shared/siteZone";
import { useMinute } from "@shared/useMinute";

export type Campaign = Answer<"/api/campaigns">["data"][number];

/** Returns the campaigns that still give coins: those that run, then those that come. They end by the reader's clock. */
export function useCampaigns(): readonly Campaign[] {
  const { data } = useGet("/api/campaigns");
  useMinute();
  const now = Date.now();
  const open = data?.data.filter(({ ends_at, is_used_up }) => Date.parse(ends_at) > now && !is_used_up) ?? [];
  return [...open.filter(isRunning), ...open.filter((campaign) => !isRunning(campaign))];
}

const isRunning = ({ starts_at }: Campaign) => Date.parse(starts_at) <= Date.now();

/** "Launch week: up to +20% coins". */
export function titleOf({ name, steps }: Campaign): string {
  const percent = `${steps.at(-1)?.percent ?? 0}%`;
  return steps.length > 1 ? text.upTo({ name: isolate(name), percent }) : text.plus({ name: isolate(name), percent });
}

const turnOf = (campaign: Campaign) => new Date(isRunning(campaign) ? campaign.ends_at : campaign.starts_at);

/** "until Fri, Dec 4, 6:00 PM", by the reader's clock. */
export function periodOf(campaign: Campaign): string {
  const time = formatAppointment(turnOf(campaign));
  return isRunning(campaign) ? text.until({ time }) : text.from({ time });
}

/** Returns a function that gives the same moment by the clock of the site; undefined where that is the reader's. */
export function useSiteTime(): (campaign: Campaign) => string | undefined {
  const offsets = useZoneOffsets();
  return (campaign) => {
    const at = turnOf(campaign);
    if (offsetAt(at, offsets) === -at.getTimezoneOffset()) return undefined;
    return text.siteTime({ time: hourAtSite(at, offsets) });
  };
}

/** The terms in sentences: steps, who may take part, and the limit of an account. */
export function termsOf({ steps, account_cap, first_only }: Campaign): string {
  const bonus = steps.map(({ coins, percent }) => text.step({ percent: `${percent}%`, coins: formatNumber(coins) }));
  const isPlain = steps.length === 1 && (steps[0]?.coins ?? 0) <= 1;
  return [
    !isPlain && `${bonus.join(", ")}.`,
    first_only && text.firstOnly,
    account_cap !== null && text.accountCap({ coins: formatNumber(account_cap) }),
    text.keeps,
  ]
    .filter(Boolean)
    .join(" ");
}
