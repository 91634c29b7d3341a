import * as text from "text:watch";
import { Icon } from "@shared/components/Icon";
import { formatCalendarDay } from "@shared/dates";
import type { Day } from "./answers";
import { NewsList } from "./NewsList";
import * as css from "./watch.module.css";

/** So many days are open at first. */
const OPEN = 2;

/** News by day, each of which can be folded; all but the last are. */
export const NewsDays = ({ days }: { days: readonly Day[] }) =>
  days.map(({ day, entries, folded }, index) => (
    <details key={day} className={css.day} open={index < OPEN}>
      <summary>
        <Icon name="down" />
        {formatCalendarDay(day)}
        <small>{text.count({ count: entries.length + folded })}</small>
      </summary>
      <NewsList entries={entries} />
      {folded > 0 && <p className={css.folded}>{text.andMore({ count: folded })}</p>}
    </details>
  ));
