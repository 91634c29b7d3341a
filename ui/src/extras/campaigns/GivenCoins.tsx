import * as text from "text:campaigns";
import { useGet } from "@shared/api/useGet";
import { formatNumber } from "@shared/format";
import * as css from "./campaigns.module.css";

/** The coins that campaigns gave for a donation, or for all of the last 30 days. */
export function GivenCoins({ donation }: { donation: string | undefined }) {
  const { data } = useGet("/api/player/campaigns");
  const row = data?.data.find(({ donation_id }) => donation_id === donation);
  if (row) {
    const coins = formatNumber(row.given);
    return (
      <small className={css.given} title={row.campaign}>
        {row.given === row.coins ? text.given({ coins }) : text.givenOf({ coins, promised: formatNumber(row.coins) })}
      </small>
    );
  }
  const sum = donation ? 0 : (data?.data.reduce((total, { given }) => total + given, 0) ?? 0);
  return sum ? <p className={css.note}>{text.walletNote({ coins: formatNumber(sum) })}</p> : null;
}
