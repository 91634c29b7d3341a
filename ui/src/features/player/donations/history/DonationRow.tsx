import { Button } from "@shared/components/Button";
import { Icon } from "@shared/components/Icon";
import { formatNumber } from "@shared/format";
import { useId } from "react";
import { formatMoment } from "../../format";
import { Dash } from "../../parts/Dash";
import { Mark } from "../../parts/records/Mark";
import { Way } from "../../parts/records/Way";
import { formatPesos } from "../money";
import type { Donation } from "../reads";
import * as css from "./history.module.css";
import { describeMethod } from "./methods";
import { standing, steps } from "./standing";

interface Props {
  donation: Donation;
  open: boolean;
  onToggle: () => void;
}

/* The table is drawn as cards on a phone: its roles are written out, since blocks lose them. */
/* biome-ignore-start lint/a11y/noRedundantRoles: see above */
/* biome-ignore-start lint/a11y/useSemanticElements: see above */
/** One donation, and under it what happened to it. */
export function DonationRow({ donation, open, onToggle }: Props) {
  const { created_at, amount, character_name } = donation;
  const { word, tone, icon } = standing(donation);
  const date = formatMoment(new Date(created_at), new Date());
  const story = useId();
  return (
    <>
      <tr role="row" className={open ? css.open : undefined}>
        <th scope="row" role="rowheader" className={css.date}>
          <time dateTime={created_at}>{date}</time>
        </th>
        <td role="cell" className={css.amount}>
          {formatPesos(amount)}
        </td>
        <td role="cell" className={css.method}>
          <Method name={donation.payment_method} />
        </td>
        <td role="cell" className={css.who} title={character_name}>
          <bdi>{character_name}</bdi>
        </td>
        <td role="cell" className={css.coins}>
          <Coins donation={donation} />
        </td>
        <td role="cell" className={css.status}>
          <Mark tone={tone} icon={icon}>
            {word}
          </Mark>
        </td>
        <td role="cell" className={css.more}>
          <Button
            look="ghost"
            icon
            aria-label={`What happened to the donation of ${date}`}
            aria-expanded={open}
            aria-controls={open ? story : undefined}
            onClick={onToggle}
          >
            <Icon name={open ? "up" : "down"} />
          </Button>
        </td>
      </tr>
      {open && (
        <tr role="row" className={css.story} id={story}>
          <td role="cell" colSpan={7}>
            <Way steps={steps(donation)} />
          </td>
        </tr>
      )}
    </>
  );
}
/* biome-ignore-end lint/a11y/useSemanticElements: see above */
/* biome-ignore-end lint/a11y/noRedundantRoles: see above */

/** The provider's word is somebody's text: told in ours where it is known, and never longer than its column. */
function Method({ name }: { name: string | null }) {
  const words = describeMethod(name);
  return words ? <bdi title={words}>{words}</bdi> : <Dash why="The provider has not said how it is paid." />;
}

/** What is out, of what was ordered. */
function Coins({ donation: { coins_received, total_coins } }: { donation: Donation }) {
  return (
    <>
      {coins_received > 0 ? formatNumber(coins_received) : <Dash why="There are no coins of it on your account." />}
      {coins_received !== total_coins && <small> of {formatNumber(total_coins)}</small>}
    </>
  );
}
