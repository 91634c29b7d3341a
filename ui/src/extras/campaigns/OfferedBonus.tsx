import * as text from "text:campaigns";
import { useGet } from "@shared/api/useGet";
import { formatNumber } from "@shared/format";
import type { DonationPlace } from "@shared/panels";
import { useRefresh } from "@shared/stores/refresh";
import { useEffect } from "react";
import * as css from "./campaigns.module.css";

/** The bonus beside the coins that an amount buys; empty without one. */
export function OfferedBonus({ coins, onBonus }: { coins: number } & Pick<DonationPlace, "onBonus">) {
  const { data, mutate } = useGet("/api/player/campaigns/bonus", { coins });
  const register = useRefresh((registry) => registry.register);
  useEffect(() => register("bonus", () => void mutate()), [register, mutate]);
  const bonus = data?.bonus;
  const bonusCoins = bonus?.coins ?? 0;
  useEffect(() => onBonus?.(bonusCoins), [onBonus, bonusCoins]);
  if (!bonus) return null;
  return (
    <p className={css.note}>
      <b>{text.bonus({ coins: formatNumber(bonus.coins) })}</b>{" "}
      <small>
        <bdi>{bonus.campaign}</bdi>, +{bonus.percent}%{bonus.is_limited && ` (${text.limited})`}
      </small>
      {onBonus && <small>{text.keeps}</small>}
    </p>
  );
}
