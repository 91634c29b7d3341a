import * as shared from "text:shared";
import * as text from "text:world";
import { type Answer, useGet } from "@shared/api/useGet";
import { Panel } from "@shared/components/Panel";
import { formatNumber, formatPercent } from "@shared/format";
import * as css from "./signs.module.css";
import { WorldBlock } from "./WorldBlock";
import * as world from "./world.module.css";

type Signs = NonNullable<Answer<"/api/world/signs">["data"]>;
type Owner = Signs["avarice"];

const SEALS = ["avarice", "gnosis", "strife"] as const;
/** The game takes stones and festival points in parts of 500 each, of what both sides have. */
const PART = 500;

export const SevenSigns = () => (
  <WorldBlock answer={useGet("/api/world/signs")}>{({ data }) => data && <LoadedSigns signs={data} />}</WorldBlock>
);

/** Returns the side's score as the game computes it. */
function scoreOf({ dawn, dusk }: Signs, side: "dawn" | "dusk"): number {
  const stones = dawn.stones + dusk.stones;
  return (stones ? ({ dawn, dusk }[side].stones / stones) * PART : 0) + { dawn, dusk }[side].festival;
}

function LoadedSigns({ signs }: { signs: Signs }) {
  const { cycle, period, previous_winner, dawn, dusk } = signs;
  const [ofDawn, ofDusk] = [scoreOf(signs, "dawn"), scoreOf(signs, "dusk")];
  const share = ofDawn + ofDusk > 0 ? ofDawn / (ofDawn + ofDusk) : 0.5;
  return (
    <>
      <Panel framed padded>
        <h2 className={world.title}>{text.periods[period]({ number: `${cycle}` })}</h2>
        <svg className={css.balance} aria-hidden="true">
          <rect width={`${share * 100}%`} data-side="dawn" rx="5" />
          <rect x={`${share * 100}%`} width={`${(1 - share) * 100}%`} data-side="dusk" rx="5" />
        </svg>
        <p className={css.shares}>
          <span>
            <b data-side="dawn">{text.sides.dawn}</b> {formatPercent(share)}
          </span>
          <span>
            {formatPercent(1 - share)} <b data-side="dusk">{text.sides.dusk}</b>
          </span>
        </p>
        <dl className={world.facts}>
          <div>
            <dt>{text.stonesAndFestival({ side: text.sides.dawn })}</dt>
            <dd>{`${formatNumber(dawn.stones)}\u00a0/\u00a0${formatNumber(dawn.festival)}`}</dd>
          </div>
          <div>
            <dt>{text.stonesAndFestival({ side: text.sides.dusk })}</dt>
            <dd>{`${formatNumber(dusk.stones)}\u00a0/\u00a0${formatNumber(dusk.festival)}`}</dd>
          </div>
          <div>
            <dt>{text.previousWinner}</dt>
            <dd>{previous_winner ? text.sides[previous_winner] : shared.nobody}</dd>
          </div>
        </dl>
      </Panel>
      <ul className={css.seals}>
        {SEALS.map((seal) => (
          <Seal key={seal} seal={seal} owner={signs[seal]} />
        ))}
      </ul>
    </>
  );
}

const Seal = ({ seal, owner }: { seal: (typeof SEALS)[number]; owner: Owner }) => (
  <Panel as="li" padded className={css.seal}>
    <svg viewBox="0 0 64 64" aria-hidden="true" data-side={owner ?? "none"}>
      <path d="M3 32a29 29 0 1 0 58 0a29 29 0 1 0 -58 0ZM9 32a23 23 0 1 0 46 0a23 23 0 1 0 -46 0Z" />
      <path d="M32 11 41.100 50.900 15.600 18.900 52.500 36.700 11.500 36.700 48.400 18.900 22.900 50.900z" />
    </svg>
    <div>
      <h2>{text.seals[seal]}</h2>
      <p data-side={owner ?? "none"}>{owner ? text.sides[owner] : shared.nobody}</p>
      <small>{text.sealTexts[seal]}</small>
    </div>
  </Panel>
);
