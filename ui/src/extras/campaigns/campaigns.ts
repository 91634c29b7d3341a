import * as text from "text:campaigns";
import { FirstFrameContext, useIsHydrated } from "@shared/api/firstFrame";
import { type Answer, useGet } from "@shared/api/useGet";
import { isolate } from "@shared/dates";
import { formatNumber } from "@shared/format";
import { hourAtSite } from "@shared/hourAtSite";
import { dayAtSite, offsetAt, useZoneOffsets } from "@shared/siteZone";
import { useMinute } from "@shared/useMinute";
import { useContext } from "react";

export type Campaign = Answer<"/api/campaigns">["data"][number];

export interface OpenCampaign extends Campaign {
  isRunning: boolean;
  /** Its end, or its start where it comes. */
  turnsAt: string;
}

/**
 * Returns the campaigns that still give coins: those that run, then those that come. They end by the reader's clock; as
 * the service renders the page, those of its day run.
 */
export function useCampaigns(): readonly OpenCampaign[] {
  const { data } = useGet("/api/campaigns");
  const { day, offsets } = useContext(FirstFrameContext);
  const now = useMinute();
  const campaigns = (data?.data ?? [])
    .filter(({ ends_at, is_used_up }) => !is_used_up && (!now || new Date(ends_at) > now))
    .map((campaign) => {
      const startsAt = new Date(campaign.starts_at);
      const isRunning = now ? startsAt <= now : dayAtSite(startsAt, offsets) <= day;
      return { ...campaign, isRunning, turnsAt: isRunning ? campaign.ends_at : campaign.starts_at };
    });
  return campaigns.sort((left, right) => Number(right.isRunning) - Number(left.isRunning));
}

/** "Launch week: up to +20% coins". */
export function titleOf({ name, steps }: Campaign): string {
  const percent = `${steps.at(-1)?.percent ?? 0}%`;
  return steps.length > 1 ? text.upTo({ name: isolate(name), percent }) : text.plus({ name: isolate(name), percent });
}

/** Returns a function that gives the same moment by the clock of the site; undefined where that is the reader's. */
export function useSiteTime(): (campaign: OpenCampaign) => string | undefined {
  const offsets = useZoneOffsets();
  const isHydrated = useIsHydrated();
  return ({ turnsAt }) => {
    const at = new Date(turnsAt);
    if (!isHydrated || offsetAt(at, offsets) === -at.getTimezoneOffset()) return undefined;
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
