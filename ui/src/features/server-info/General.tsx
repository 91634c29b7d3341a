import * as contentFields from "text:contentFields";
import * as game from "text:game";
import * as text from "text:serverInfo";
import * as shared from "text:shared";
import { MoreLink } from "@shared/components/MoreLink";
import { Panel } from "@shared/components/Panel";
import { type ServerInfo, useContent } from "@shared/content";
import { formatNumber } from "@shared/format";
import { usePresent } from "@shared/present";
import type { ReactNode } from "react";
import { hasOwner } from "./castles";
import { FigureStrip } from "./FigureStrip";
import * as css from "./general.module.css";
import { SiegeClock } from "./SiegeClock";

type Row = readonly [term: string, value: ReactNode];

/** An overview of all tabs. */
export function General() {
  const info = useContent("info");
  const { general } = info;
  const clients = formatNumber(general.max_clients_per_ip);
  return (
    <>
      <FigureStrip
        title={contentFields.general}
        figures={[
          { term: contentFields.client, text: general.client },
          { term: text.mainClass, text: general.main_class },
          { term: contentFields.max_clients_per_ip, text: text.maxClientsPerIp({ clients }) },
        ]}
      />
      <div className={css.overview}>
        <Topic tab="rates" title={contentFields.rates} rows={ratesOf(info)} linkText={text.allRates} />
        <SiegeClock>
          <CastlesHeld />
        </SiegeClock>
        <Topic tab="bosses" title={contentFields.bosses} rows={bossesOf(info)} linkText={text.allBosses} />
        <Topic tab="events" title={shared.events} rows={eventsOf(info)} linkText={text.allEvents} />
        <Topic tab="olympiad" title={text.olympiad} rows={olympiadOf(info)} linkText={game.olympiadRules} />
        <Topic tab="zones" title={text.zones} rows={zonesOf(info)} linkText={text.allZones} />
      </div>
    </>
  );
}

const ratesOf = ({ rates }: ServerInfo): Row[] => [
  [game.experience, rates.exp],
  [contentFields.sp, rates.sp],
  [game.adena, rates.adena],
  [contentFields.drop, rates.drop],
  [contentFields.spoil, rates.spoil],
  [text.safeEnchant, rates.safe_enchant],
  [contentFields.max_enchant, rates.max_enchant],
];

const bossesOf = ({ bosses }: ServerInfo): Row[] => bosses.map(({ name, respawn }) => [name, respawn]);

const eventsOf = ({ events }: ServerInfo): Row[] => events.map(({ name, time }) => [name, time]);

const olympiadOf = ({ olympiad }: ServerInfo): Row[] => [
  [shared.periodLabel, olympiad.period],
  [text.days, olympiad.days],
  [contentFields.hours, olympiad.hours],
];

const zonesOf = ({ farm_zones }: ServerInfo): Row[] =>
  farm_zones.map(({ name, level_range }) => [name, text.levels({ range: level_range })]);

/** By the game, or else by the operator's table. */
function CastlesHeld() {
  const { castles } = useContent("info");
  const present = usePresent();
  const owners = present ? present.castles?.map(({ owner }) => owner !== null) : castles.map(hasOwner);
  const [held, total] = [formatNumber(owners?.filter(Boolean).length ?? 0), formatNumber(owners?.length ?? 0)];
  return (
    <MoreLink to={{ search: "?tab=sieges" }}>{owners ? text.castlesHeld({ held, total }) : game.castles}</MoreLink>
  );
}

interface TopicProps {
  tab: string;
  title: string;
  rows: readonly Row[];
  linkText: string;
}

/** Summary of a tab, in one line per entry. Absent if the operator has written nothing for the tab. */
function Topic({ tab, title, rows, linkText }: TopicProps) {
  if (!rows.length) return null;
  return (
    <Panel padded className={css.topic} aria-labelledby={`topic-${tab}`}>
      <h2 id={`topic-${tab}`}>{title}</h2>
      <dl>
        {rows.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <MoreLink to={{ search: `?tab=${tab}` }}>{linkText}</MoreLink>
    </Panel>
  );
}
