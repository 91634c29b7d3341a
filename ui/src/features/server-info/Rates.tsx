import { premium_rates, rates } from "@content/server-info.json";
import { Panel } from "@shared/components/Panel";
import { EnchantChart } from "./EnchantChart";
import * as css from "./rates.module.css";

const ROWS = [
  { name: "Experience", rate: rates.exp, premium: premium_rates.exp },
  { name: "SP", rate: rates.sp, premium: premium_rates.sp },
  { name: "Adena", rate: rates.adena, premium: premium_rates.adena },
  { name: "Drop", rate: rates.drop, premium: premium_rates.drop_chance },
  { name: "Quest", rate: rates.quest },
  { name: "Spoil", rate: rates.spoil },
  { name: "Seal Stones", rate: rates.seal_stones },
  { name: "Raid boss drop", rate: rates.raid_boss_drop },
  { name: "Epic jewelry", rate: rates.epic_jewelry },
];

const PREMIUM = [
  [premium_rates.exp, "exp"],
  [premium_rates.sp, "sp"],
  [premium_rates.adena, "adena"],
  [premium_rates.drop_chance, "drop chance"],
] as const;

export function Rates() {
  return (
    <>
      <div className={css.columns}>
        <Panel padded aria-labelledby="rates">
          <h2 className={css.title} id="rates">
            Rates
          </h2>
          <RateTable />
        </Panel>
        <div className={css.stack}>
          <Panel framed padded aria-labelledby="premium">
            <h2 className={css.title} id="premium">
              Premium
            </h2>
            <ul className={css.premium}>
              {PREMIUM.map(([rate, name]) => (
                <li key={name}>
                  <b>{rate}</b>
                  <span>{name}</span>
                </li>
              ))}
            </ul>
          </Panel>
          <EnchantLimits />
        </div>
      </div>
      <EnchantChart />
    </>
  );
}

function RateTable() {
  return (
    <table className={css.rates}>
      <thead>
        <tr>
          <th scope="col">Rate</th>
          <th scope="col">Everyone</th>
          <th scope="col">With premium</th>
        </tr>
      </thead>
      <tbody>
        {ROWS.map(({ name, rate, premium }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className={css.rate}>{rate}</td>
            <td>{premium ? <span className={css.chip}>{premium}</span> : <span className={css.none}>None</span>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function EnchantLimits() {
  return (
    <Panel padded className={css.limits} aria-labelledby="limits">
      <h2 className={css.title} id="limits">
        Enchant limits
      </h2>
      <dl>
        <div>
          <dt>Safe enchant</dt>
          <dd>{rates.safe_enchant}</dd>
        </div>
        <div>
          <dt>Max enchant</dt>
          <dd>{rates.max_enchant}</dd>
        </div>
      </dl>
      <div className={css.scale} aria-hidden="true">
        <span />
        <span />
      </div>
      <p className={css.ends} aria-hidden="true">
        <span>0</span>
        <span>{rates.safe_enchant}</span>
        <span>{rates.max_enchant}</span>
      </p>
      <p className={css.odds}>Above {rates.safe_enchant} an enchant can fail. See the odds below.</p>
    </Panel>
  );
}
