import sentences from "panels:eventSentence";
import * as shared from "text:shared";
import * as text from "text:watch";
import { formatAppointment } from "@shared/appointment";
import { competitionTitle } from "@shared/competitionTitle";
import { Glyph } from "@shared/components/Icon";
import { ICONS } from "@shared/components/icons";
import { Link } from "@shared/components/Link";
import { LocalTime } from "@shared/components/LocalTime";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { formatHour, formatNumber } from "@shared/format";
import { milestoneName } from "@shared/milestoneNames";
import { Panels } from "@shared/panels";
import { competitionPath } from "@shared/reportPaths";
import type { ReactNode } from "react";
import type { Entry } from "./answers";
import { BELL, STAR } from "./glyphs";
import * as css from "./news.module.css";
import { SubjectLink } from "./SubjectLink";

const DAY_SECONDS = 86_400;

const GLYPHS: Readonly<Record<string, string>> = {
  boss_killed: ICONS.bosses,
  boss_points: ICONS.bosses,
  boss_window: ICONS.clock,
  siege_ahead: ICONS.clock,
  war_declared: ICONS.start,
  war_ended: ICONS.start,
  clan_joined: ICONS.users,
  clan_left: ICONS.users,
  clan_level: ICONS.users,
  level_up: ICONS.up,
  gained: ICONS.up,
  record: ICONS.up,
  delivery: ICONS.check,
  payment: ICONS.check,
  ticket: ICONS.check,
};

/** News as lines with their sentence, hour and report. */
export const NewsList = ({ entries }: { entries: readonly Entry[] }) => (
  <ul>
    {entries.map((entry, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: entries have no ids, and lines have no state
      <li key={index} className={css.line} data-unread={entry.is_unread || undefined}>
        <span className={css.kind}>
          <Glyph path={glyphOf(entry)} />
        </span>
        <p>
          {entry.is_unread && <VisuallyHidden>{text.unread} </VisuallyHidden>}
          {sentenceOf(entry)}
          <small>{[hourOf(entry), entry.source === "own" && text.own].filter(Boolean).join(" · ")}</small>
        </p>
        <Further entry={entry} />
      </li>
    ))}
  </ul>
);

function glyphOf({ kind, source, values }: Entry): string {
  const isRefused = values.state === "failed" || values.state === "refused";
  return isRefused ? ICONS.alert : (GLYPHS[kind] ?? (source === "own" ? BELL : STAR));
}

const hourOf = ({ at, accuracy_seconds }: Entry): string =>
  accuracy_seconds < DAY_SECONDS ? formatHour(new Date(at)) : "";

function sentenceOf({ kind, event, subject, values }: Entry): ReactNode {
  if (event) return <Panels of={sentences} event={event} />;
  const name = subject && <SubjectLink subject={subject} />;
  const until = values.until ? <LocalTime at={values.until} format={formatAppointment} /> : text.unknownTime;
  switch (kind) {
    case "boss_window":
      return text.windowOpens({ name, until });
    case "siege_ahead":
      return text.siegeAhead({ castle: values.castle ?? subject?.name ?? "", time: until });
    case "milestone":
      return text.reaches({ name, milestone: milestoneName(values.milestone ?? "") });
    case "level_up":
      return text.levelUp({ name, level: formatNumber(values.level ?? 0) });
    case "gained":
      return text.gained({ name, figures: gainsOf(values) });
    case "record":
      return text.record({ name, figures: gainsOf(values) });
    case "rank":
      return text.rank({
        name,
        place: formatNumber(values.place ?? 0),
        before: formatNumber(values.place_before ?? 0),
      });
    case "item_price":
      return text.itemPrice({
        name: (
          <>
            {name}
            {values.enchant ? ` +${values.enchant}` : ""}
          </>
        ),
        price: formatNumber(values.price ?? 0),
      });
    case "folded":
      return text.folded({ name, count: values.count ?? 0 });
    case "delivery":
      return deliveryOf(values);
    case "payment":
      return paymentOf(values);
    case "ticket":
      return text.ticketAnswered({ title: values.title ?? "" });
    case "competition":
      return text.finalPlace({ ...placeOf(values), name });
    case "prize":
      return prizeOf(values);
    default:
      return name ?? kind;
  }
}

type Values = Entry["values"];

function gainsOf({ pvp = 0, pk = 0, exp = 0 }: Values): string {
  const figures = [
    pvp > 0 && text.pvpGain({ count: pvp }),
    pk > 0 && text.pkGain({ count: pk }),
    exp > 0 && text.expGain({ figure: formatNumber(exp) }),
  ];
  return figures.filter(Boolean).join(", ");
}

const coinsOf = ({ coins = 0 }: Values): string => shared.coinCount({ count: coins });

function deliveryOf(values: Values): string {
  const facts = { coins: coinsOf(values), character: values.character ?? "" };
  return values.state === "delivered" ? text.delivered(facts) : text.deliveryRefused(facts);
}

function paymentOf(values: Values): string {
  if (values.state === "completed") return text.paymentCompleted({ coins: coinsOf(values) });
  return values.state === "refunded" ? text.paymentRefunded : text.paymentFailed;
}

function placeOf({ title = "", titles = {}, place = 0 }: Values) {
  return { place: formatNumber(place), title: competitionTitle({ title, titles }) };
}

function prizeOf(values: Values): string {
  const place = placeOf(values);
  return values.coins ? text.prize({ ...place, coins: coinsOf(values) }) : text.place(place);
}

/** The report of an event, or the page of the account's own news. */
function Further({ entry: { kind, event, values } }: { entry: Entry }) {
  if (event?.report) return <Link to={event.report}>{text.report}</Link>;
  if (kind === "payment") return <Link to="/player?tab=donations">{shared.donations}</Link>;
  if (kind === "delivery") return <Link to="/player?tab=donations">{text.deliveries}</Link>;
  if (values.address) return <Link to={values.address}>{text.readTicket}</Link>;
  if ((kind === "prize" || kind === "competition") && values.id)
    return <Link to={competitionPath(Number(values.id))}>{shared.board}</Link>;
  return null;
}
