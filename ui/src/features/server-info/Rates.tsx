import * as contentFields from "text:contentFields";
import * as game from "text:game";
import * as text from "text:serverInfo";
import { Panel } from "@shared/components/Panel";
import { type Column, Table } from "@shared/components/Table";
import { type ServerInfo, useContent } from "@shared/content";
import { Enchant } from "./Enchant";
import * as css from "./rates.module.css";

const rowsOf = ({ rates, premium_rates: premium }: ServerInfo) => [
  { name: game.experience, rate: rates.exp, premium: premium.exp },
  { name: contentFields.sp, rate: rates.sp, premium: premium.sp },
  { name: game.adena, rate: rates.adena, premium: premium.adena },
  { name: contentFields.drop, rate: rates.drop, premium: premium.drop_chance },
  { name: contentFields.quest, rate: rates.quest },
  { name: contentFields.spoil, rate: rates.spoil },
  { name: text.sealStones, rate: rates.seal_stones },
  { name: contentFields.raid_boss_drop, rate: rates.raid_boss_drop },
  { name: text.epicJewelry, rate: rates.epic_jewelry },
];

export function Rates() {
  const info = useContent("info");
  return (
    <>
      <div className={css.columns}>
        <Panel padded aria-labelledby="rates">
          <h2 id="rates">{contentFields.rates}</h2>
          <Table className={css.rates} cards={false} columns={COLUMNS} rows={rowsOf(info)} aria-labelledby="rates" />
        </Panel>
        <div className={css.stack}>
          <Premium info={info} />
          <EnchantLimits info={info} />
        </div>
      </div>
      <Enchant />
    </>
  );
}

interface PartProps {
  info: ServerInfo;
}

function Premium({ info: { premium_rates: premium } }: PartProps) {
  const figures = [
    [premium.exp, text.premiumExp],
    [premium.sp, text.premiumSp],
    [premium.adena, text.premiumAdena],
    [premium.drop_chance, text.premiumDrop],
  ] as const;
  return (
    <Panel framed padded aria-labelledby="premium">
      <h2 id="premium">{text.premium}</h2>
      <ul className={css.premium}>
        {figures.map(([rate, name]) => (
          <li key={name}>
            <b>{rate}</b>
            <span>{name}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type Rate = ReturnType<typeof rowsOf>[number];

const COLUMNS: readonly Column<Rate>[] = [
  { name: text.rate, show: ({ name }) => name },
  { name: text.everyone, end: true, show: ({ rate }) => <span className={css.rate}>{rate}</span> },
  {
    name: text.withPremium,
    end: true,
    show: ({ premium }) =>
      premium ? <span className={css.chip}>{premium}</span> : <span className={css.none}>{text.none}</span>,
  },
];

function EnchantLimits({ info: { rates } }: PartProps) {
  return (
    <Panel padded className={css.limits} aria-labelledby="limits">
      <h2 id="limits">{text.enchantLimits}</h2>
      <dl>
        <div>
          <dt>{text.safeEnchant}</dt>
          <dd>{rates.safe_enchant}</dd>
        </div>
        <div>
          <dt>{contentFields.max_enchant}</dt>
          <dd>{rates.max_enchant}</dd>
        </div>
      </dl>
      <Scale safe={Number(rates.safe_enchant)} max={Number(rates.max_enchant)} />
      <p className={css.odds}>{text.canFail({ level: rates.safe_enchant })}</p>
    </Panel>
  );
}

/** Safe levels and those at risk, in proportion. */
function Scale({ safe, max }: { safe: number; max: number }) {
  const end = `${(safe / max) * 100}%`;
  if (!(safe > 0 && safe < max)) return null;
  return (
    <svg className={css.scale} aria-hidden="true">
      <linearGradient id="risk">
        <stop />
        <stop offset="1" />
      </linearGradient>
      <rect width="100%" height="12" rx="3" fill="url(#risk)" />
      <rect className={css.scaleSafe} width={end} height="12" rx="3" />
      <text y="36">0</text>
      <text x={end} y="36">
        +{safe}
      </text>
      <text x="100%" y="36">
        +{max}
      </text>
    </svg>
  );
}
