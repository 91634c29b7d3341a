import * as text from "text:adminCampaigns";
import type { Body } from "@admin/api/useAdmin";
import { formatMoment } from "@admin/parts/moment";
import { State, type Tone } from "@admin/parts/States";
import { count } from "@admin/players/format";

export type RechargeRow = Body<"ListedRecharge">;

const TONES: Readonly<Record<RechargeRow["state"], Tone>> = {
  upcoming: "info",
  running: "good",
  over: "off",
  ended: "off",
};

export const RechargeState = ({ state }: Pick<RechargeRow, "state">) => (
  <State tone={TONES[state]}>{text.states[state]}</State>
);

export const moment = (at: string): string => formatMoment(new Date(at), new Date());

export const bonusText = (steps: RechargeRow["steps"]): string =>
  steps
    .map(({ coins, percent }) =>
      coins > 1 ? text.step({ percent: `${percent}%`, coins: count(coins) }) : `+${percent}%`,
    )
    .join(", ");

/** "120 / 500"; without a limit the number alone. */
export const withLimit = (coins: number, limit: number | null): string =>
  limit === null ? count(coins) : `${count(coins)} / ${count(limit)}`;
