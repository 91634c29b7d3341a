import * as text from "text:character";
import * as game from "text:game";
import type { Answer } from "@shared/api/useGet";
import { clanText } from "@shared/clanText";
import { CharacterName } from "@shared/components/CharacterName";
import { Section } from "@shared/components/Section";
import { formatNumber, formatRate } from "@shared/format";
import { Fragment } from "react";
import { daysAtPace } from "./pace";
import * as css from "./rivals.module.css";

const WEEK = 7;

type Rival = Answer<"/api/characters/{name}">["rivals"][number];

/** The characters just above and below in the PvP rankings, with the kills between them. */
export function Rivals({ rivals }: { rivals: readonly Rival[] }) {
  return (
    <Section title={text.rivals} note={game.pvpKills}>
      <ol className={css.rivals}>
        {rivals.map((rival, index) => (
          <Fragment key={rival.rank}>
            {index > 0 && <Gap upper={rivals[index - 1]} lower={rival} />}
            <li className={css.rival} aria-current={rival.is_self || undefined}>
              <span className={css.rank}>#{formatNumber(rival.rank)}</span>
              <span className={css.who}>
                {rival.is_self ? <bdi>{rival.char_name}</bdi> : <CharacterName {...rival} />}
                <small>{[rival.class_name, clanText(rival)].filter(Boolean).join(" · ")}</small>
              </span>
              <b>
                {formatNumber(rival.score)}
                {rival.week_gain !== null && (
                  <small>{text.perDay({ kills: formatRate(rival.week_gain / WEEK) })}</small>
                )}
              </b>
            </li>
          </Fragment>
        ))}
      </ol>
      {rivals.some(({ week_gain }) => week_gain !== null) && <p className={css.hint}>{text.pace}</p>}
    </Section>
  );
}

function Gap({ upper, lower }: { upper: Rival | undefined; lower: Rival }) {
  if (!upper) return null;
  const total = formatNumber(upper.score - lower.score);
  const isTied = upper.score === lower.score;
  const words = isTied ? () => text.tied : upper.is_self ? text.ahead : lower.is_self ? text.behind : text.apart;
  const isOwn = upper.is_self || lower.is_self;
  const days = isOwn ? daysAtPace(upper.score - lower.score + 1, paceOf(lower) - paceOf(upper)) : null;
  return (
    <li className={css.gap}>
      {words({ total })}
      {days !== null && <b data-kind={lower.is_self ? "passes" : "passed"}>{text.passes({ count: days })}</b>}
    </li>
  );
}

const paceOf = ({ week_gain }: Rival) => (week_gain ?? Number.NaN) / WEEK;
