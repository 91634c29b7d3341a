import * as text from "text:characterDetails";
import * as game from "text:game";
import { EmptyValue } from "@shared/components/EmptyValue";
import { formatNumber } from "@shared/format";
import { NO_DEATHS, NO_FAME, NO_STAT } from "@shared/missingReasons";
import type { ReactNode } from "react";
import * as css from "./details.module.css";
import { KillsByDeath } from "./KillsByDeath";
import type { Character } from "./queries";

const CORE = ["str", "dex", "con", "int", "wit", "men"] as const;

export function Core({ stats }: { stats: Character["stats"] }) {
  const cell = (name: (typeof CORE)[number]) => [name.toUpperCase(), valueOrReason(stats[name], NO_STAT)] as const;
  return <StatGrid title={text.core} cells={CORE.map(cell)} />;
}

export function Combat({ character }: { character: Character }) {
  return (
    <StatGrid
      title={text.combat}
      cells={[
        [game.pvpKills, formatNumber(character.pvp_kills)],
        [game.pkKills, formatNumber(character.pk_kills)],
        [game.deaths, valueOrReason(character.deaths, NO_DEATHS)],
        [game.ratio, <KillsByDeath key="ratio" character={character} />],
        [game.fame, valueOrReason(character.fame, NO_FAME)],
        [game.karma, formatNumber(character.karma)],
      ]}
    />
  );
}

const valueOrReason = (value: number | null, reason: string): ReactNode =>
  value === null ? <EmptyValue reason={reason} /> : formatNumber(value);

interface StatGridProps {
  title: string;
  cells: readonly (readonly [name: string, value: ReactNode])[];
}

function StatGrid({ title, cells }: StatGridProps) {
  return (
    <section>
      <h3 className={css.head}>{title}</h3>
      <dl className={css.statGrid}>
        {cells.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
