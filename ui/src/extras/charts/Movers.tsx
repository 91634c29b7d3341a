import * as text from "text:home";
import * as shared from "text:shared";
import { abbreviate } from "@shared/abbreviate";
import { type Answer, useGet } from "@shared/api/useGet";
import { CharacterName } from "@shared/components/CharacterName";
import { Icon } from "@shared/components/Icon";
import { MoreLink } from "@shared/components/MoreLink";
import { Panel } from "@shared/components/Panel";
import { SectionHead } from "@shared/components/SectionHead";
import { formatNumber } from "@shared/format";
import { paths } from "@shared/paths";
import * as css from "./movers.module.css";

type Mover = Answer<"/api/rankings/movers">["data"][number];

/** The characters that gained most since yesterday, or in a week without gains today; nothing without any. */
export default function Movers() {
  const { data, error } = useGet("/api/rankings/movers");
  if (error || data?.data.length === 0) return null;
  return (
    <section aria-labelledby="movers">
      <SectionHead title={data?.period === "week" ? text.thisWeek : text.sinceYesterday} id="movers">
        <MoreLink to={paths.events}>{shared.events}</MoreLink>
        <MoreLink to={{ pathname: paths.rankings, search: "?tab=gains" }}>{text.allGains}</MoreLink>
      </SectionHead>
      <Panel as="ul" className={css.movers} aria-busy={!data}>
        {data?.data.map((mover) => (
          <li key={`${mover.metric} ${mover.char_id ?? mover.char_name}`}>
            <Change places={mover.rank_change} />
            <p>
              <CharacterName {...mover} />
              <small>{noteOf(mover)}</small>
            </p>
            <p className={css.gain}>
              +{abbreviate(mover.gain)}
              <small>{text.gains[mover.metric]}</small>
            </p>
          </li>
        ))}
      </Panel>
    </section>
  );
}

function noteOf({ rank, rank_change, class_name, level }: Mover): string {
  if (rank === null || !rank_change) return text.classAndLevel({ name: class_name, level: `${level}` });
  return text.movedTo({ from: formatNumber(rank + rank_change), to: formatNumber(rank) });
}

/** Places gained or lost in the PvP ranking. */
function Change({ places }: { places: number | null }) {
  if (!places) return <span className={css.change} />;
  return (
    <span className={css.change} data-down={places < 0 || undefined}>
      <Icon name={places > 0 ? "up" : "down"} />
      {formatNumber(Math.abs(places))}
    </span>
  );
}
