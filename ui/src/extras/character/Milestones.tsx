import * as text from "text:character";
import type { Answer } from "@shared/api/useGet";
import { formatCalendarDay } from "@shared/calendarDay";
import { dayOf, formatDate, formatTick } from "@shared/charts/days";
import { Button } from "@shared/components/Button";
import { Section } from "@shared/components/Section";
import { formatNumber } from "@shared/format";
import { milestoneName } from "@shared/milestoneNames";
import { nameOfRace } from "@shared/races";
import { useState } from "react";
import type { Progress } from "./days";
import * as css from "./milestones.module.css";
import { daysAtPace } from "./pace";

type Milestone = Progress["milestones"][number];

const LEVELS = [20, 40, 61, 76, 78, 80];
const KILLS = [1, 100, 1000];
const ALL = LEVELS.length + KILLS.length + 3;
const MAX_SHOWN = 12;

interface Props {
  page: Answer<"/api/characters/{name}">;
  progress: Progress;
  /** Of those that have a date, until all are asked for. */
  limit?: number;
}

/** The road of the character: what is ahead, what has a date, and what was passed before tracking. */
export function Milestones({ page, progress, limit = MAX_SHOWN }: Props) {
  const [isWhole, setWhole] = useState(false);
  const race = nameOfRace(page);
  const weekGain = progress.gains.find(({ days }) => days === 7)?.pvp.value ?? 0;
  const datedMilestones = progress.milestones
    .filter(({ until }) => until !== null)
    .sort((a, b) => (b.until ?? "").localeCompare(a.until ?? ""));
  const earlierMilestones = progress.milestones.filter(({ until }) => until === null);
  return (
    <Section
      title={text.milestones}
      note={text.reached({
        done: formatNumber(new Set(progress.milestones.map(({ kind }) => kind)).size),
        total: formatNumber(ALL),
      })}
    >
      <ol className={css.road}>
        <NextSteps level={page.level} kills={page.pvp_kills} weekGain={weekGain} />
        {datedMilestones.slice(0, isWhole ? undefined : limit).map((milestone) => (
          <li key={milestone.kind + milestone.until} data-kind={milestone.first_of && "first"}>
            <b>
              {milestoneName(milestone.kind)}
              <small>{noteOf(milestone, race)}</small>
            </b>
            <span>{periodOf(milestone)}</span>
          </li>
        ))}
        {earlierMilestones.length > 0 && (
          <li data-kind="before">
            <b>{earlierMilestones.map(({ kind }) => milestoneName(kind)).join(", ")}</b>
            <span>{text.before({ day: formatCalendarDay(progress.tracked_since) })}</span>
          </li>
        )}
      </ol>
      {datedMilestones.length > limit && !isWhole && (
        <Button look="ghost" onClick={() => setWhole(true)}>
          {text.showAll}
        </Button>
      )}
    </Section>
  );
}

/** `weekGain`: PvP kills of the last seven days. */
function NextSteps({ level, kills, weekGain }: { level: number; kills: number; weekGain: number }) {
  const [nextLevel, nextKills] = [LEVELS.find((step) => step > level), KILLS.find((step) => step > kills)];
  const days = nextKills === undefined ? null : daysAtPace(nextKills - kills, weekGain / 7);
  return (
    <>
      {nextLevel !== undefined && (
        <li data-kind="ahead">
          <b>{milestoneName(`level_${nextLevel}`)}</b>
          <span>{text.levelsToGo({ count: nextLevel - level })}</span>
        </li>
      )}
      {nextKills !== undefined && (
        <li data-kind="ahead">
          <b>{milestoneName(nextKills === 1 ? "first_pvp" : `pvp_${nextKills}`)}</b>
          <span>
            {text.toGo({ count: nextKills - kills })}
            {days !== null && <small>{text.atPace({ count: days })}</small>}
          </span>
        </li>
      )}
    </>
  );
}

/** In which group the character was the first, or the month of a hero. */
function noteOf({ first_of, class_name, cycle }: Milestone, race: string): string | null {
  if (cycle != null) return text.olympiadMonth({ cycle: String(cycle) });
  if (first_of === "race") return text.firstOfRace({ race });
  if (first_of === "class") return text.firstOfClass({ name: class_name ?? "" });
  return first_of === "world" ? text.firstOfWorld : null;
}

/** The day, or the days between which it was passed. */
function periodOf({ since, until }: Milestone): string {
  if (since === null || until === null || since === until) return formatDate(dayOf(until ?? since ?? ""));
  return text.between({ since: formatTick(dayOf(since)), until: formatDate(dayOf(until)) });
}
