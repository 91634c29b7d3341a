import * as text from "text:watch";
import { formatCalendarDay } from "@shared/calendarDay";
import { Icon } from "@shared/components/Icon";
import type { Day } from "./answers";
import { NewsList } from "./NewsList";
import * as css from "./watch.module.css";

/** Days are open at first until so many entries are. */
const OPEN_ENTRIES = 12;

const entriesBefore = (days: readonly Day[], index: number) =>
  days.slice(0, index).reduce((sum, { entries }) => sum + entries.length, 0);

/** News by day; the older days are folded. */
export const NewsDays = ({ days }: { days: readonly Day[] }) =>
  days.map(({ day, entries, folded }, index) => (
    <details key={day} className={css.day} open={entriesBefore(days, index) < OPEN_ENTRIES}>
      <summary>
        <Icon name="down" />
        {formatCalendarDay(day)}
        <small>{text.count({ count: entries.length + folded })}</small>
      </summary>
      <NewsList entries={entries} />
      {folded > 0 && <p className={css.folded}>{text.andMore({ count: folded })}</p>}
    </details>
  ));
