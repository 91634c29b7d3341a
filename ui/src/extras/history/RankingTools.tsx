import * as text from "text:rankings";
import type { RankingTime } from "@shared/panels";
import { SegmentLinks } from "@shared/rankings/SegmentLinks";
import * as css from "@shared/rankings/segment-links.module.css";
import { PastDays } from "./PastDays";

/** Chooses the days that movements are counted over, and the day of a ranking. */
export default function RankingTools({ at, span, search, onChooseDay }: RankingTime) {
  return (
    <div className={css.tools}>
      {at === null && (
        <SegmentLinks
          label={text.movement}
          caption={text.movementIn}
          choices={text.spans}
          current={span}
          search={(value) => search(value as RankingTime["span"])}
        />
      )}
      <PastDays at={at} onChoose={onChooseDay} />
    </div>
  );
}
