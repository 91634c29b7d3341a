import * as text from "text:rankings";
import * as shared from "text:shared";
import { useGet } from "@shared/api/useGet";
import { formatCalendarDay } from "@shared/calendarDay";
import { Button } from "@shared/components/Button";
import { classes } from "@shared/components/classes";
import { Glyph, Icon } from "@shared/components/Icon";
import { useExtra } from "@shared/extras";
import { dayAtSite, useZoneOffsets } from "@shared/siteZone";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { addDays, addMonths, dayAfterKey, formatMonth, formatWeekday, weeksOf } from "./calendar";
import * as css from "./past-days.module.css";

const CALENDAR = "M4.5 6.5h15v13h-15ZM4.5 10.5h15M8.5 4v4M15.5 4v4M8 14h2M14 14h2";

interface PastDaysProps {
  at: string | null;
  onChoose: (day: string) => void;
}

/** A button that opens a calendar of the recorded days. */
export function PastDays({ at, onChoose }: PastDaysProps) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const close = () => {
    setOpen(false);
    box.current?.querySelector("button")?.focus();
  };
  useEffect(() => {
    const onPointerDown = ({ target }: Event) => box.current?.contains(target as Node) || setOpen(false);
    document.addEventListener("pointerdown", onPointerDown);
    return () => document.removeEventListener("pointerdown", onPointerDown);
  }, []);
  const choose = (day: string) => {
    close();
    onChoose(day);
  };
  return (
    <div ref={box} className={css.days}>
      <Button aria-expanded={open} aria-haspopup="dialog" onClick={() => setOpen(!open)}>
        <Glyph path={CALENDAR} />
        {at === null ? shared.now : formatCalendarDay(at)}
        <Icon name="down" />
      </Button>
      {open && <Calendar at={at} onChoose={choose} onClose={close} />}
    </div>
  );
}

function Calendar({ at, onChoose, onClose }: PastDaysProps & { onClose: () => void }) {
  const { data } = useGet("/api/rankings/days");
  const sieges = useSiegeDays();
  const days = new Set(data?.data.map(({ day }) => day));
  const last = data?.data.at(-1)?.day;
  const first = data?.data[0]?.day;
  const [focusedDay, setFocusedDay] = useState<string | null>(at);
  const visibleDay = focusedDay ?? last;
  const focusedButton = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the day
  useEffect(() => focusedButton.current?.focus(), [visibleDay]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      onClose();
    }
    const next = visibleDay && event.target === focusedButton.current && dayAfterKey(visibleDay, event.key);
    if (!next) return;
    event.preventDefault();
    setFocusedDay(next);
  };
  return (
    <div className={css.calendar} role="dialog" aria-label={text.chooseDay} onKeyDown={onKeyDown}>
      {visibleDay && first && last ? (
        <>
          <div className={css.month}>
            <Button
              look="ghost"
              icon
              aria-label={text.previousMonth}
              onClick={() => setFocusedDay(addMonths(visibleDay, -1))}
            >
              <Icon name="left" />
            </Button>
            <span aria-live="polite">{formatMonth(visibleDay)}</span>
            <Button
              look="ghost"
              icon
              aria-label={text.nextMonth}
              onClick={() => setFocusedDay(addMonths(visibleDay, 1))}
            >
              <Icon name="right" />
            </Button>
          </div>
          <table>
            <thead>
              <tr>
                {WEEK.map((day) => (
                  <th key={day} scope="col">
                    {formatWeekday(day)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeksOf(visibleDay).map((week, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: weeks of one month
                <tr key={index}>
                  {week.map((day, place) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: days of one week
                    <td key={place}>
                      {day && (
                        <button
                          ref={day === visibleDay ? focusedButton : undefined}
                          type="button"
                          className={classes(css.day, sieges.has(day) && css.siege)}
                          tabIndex={day === visibleDay ? 0 : -1}
                          aria-label={label(day, days.has(day), sieges.has(day))}
                          aria-current={day === at ? "date" : undefined}
                          aria-disabled={!days.has(day)}
                          onClick={() => days.has(day) && onChoose(day)}
                        >
                          {Number(day.slice(8))}
                        </button>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <p className={css.note}>{text.historySince({ day: formatCalendarDay(first) })}</p>
          <Button look="ghost" onClick={() => onChoose(last)}>
            {text.lastDay}
          </Button>
          {days.has(addDays(last, -6)) && (
            <Button look="ghost" onClick={() => onChoose(addDays(last, -6))}>
              {text.weekAgo}
            </Button>
          )}
        </>
      ) : (
        <p className={css.note} role="status">
          {data ? text.collecting : text.loadingDays}
        </p>
      )}
    </div>
  );
}

/** A Monday and the six days after it. */
const WEEK = weeksOf("2024-01-01")[0]?.flatMap((day) => day ?? []) ?? [];

const label = (day: string, isRecorded: boolean, hasSiege: boolean) =>
  [formatCalendarDay(day), !isRecorded && shared.notRecorded, hasSiege && text.siege].filter(Boolean).join(", ");

/** Days of the last sieges, in the site's time zone. */
function useSiegeDays(): ReadonlySet<string> {
  const { data } = useGet(useExtra("world") ? "/api/world/events" : null, { topic: "castles" });
  const offsets = useZoneOffsets();
  const endedSieges = data?.data.filter(({ kind }) => kind === "siege_ended") ?? [];
  return new Set(endedSieges.map(({ at }) => dayAtSite(new Date(at), offsets)));
}
