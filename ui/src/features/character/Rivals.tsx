import * as text from "text:character";
import type { Answer } from "@shared/api/useGet";
import { CharacterName } from "@shared/components/CharacterName";
import { Panel } from "@shared/components/Panel";
import { formatNumber } from "@shared/format";
import { Fragment } from "react";
import * as css from "./character.module.css";

type Rival = Answer<"/api/characters/{name}">["rivals"][number];

/** The characters just above and below in the PvP rankings, with the kills between them. */
export function Rivals({ rivals }: { rivals: readonly Rival[] }) {
  return (
    <Panel padded aria-labelledby="rivals">
      <div className={css.head}>
        <h2 id="rivals" className={css.title}>
          {text.rivals}
        </h2>
        <span>{text.rivalsNote}</span>
      </div>
      <ol className={css.rivals}>
        {rivals.map((rival, index) => (
          <Fragment key={rival.rank}>
            {index > 0 && <Gap above={rivals[index - 1]} below={rival} />}
            <li className={css.rival} aria-current={rival.is_self || undefined}>
              <span className={css.rank}>#{formatNumber(rival.rank)}</span>
              <span className={css.who}>
                {rival.is_self ? <bdi>{rival.char_name}</bdi> : <CharacterName {...rival} />}
                <small>{[rival.class_name, rival.clan_name].filter(Boolean).join(" · ")}</small>
              </span>
              <b>{formatNumber(rival.score)}</b>
            </li>
          </Fragment>
        ))}
      </ol>
    </Panel>
  );
}

function Gap({ above, below }: { above: Rival | undefined; below: Rival }) {
  if (!above) return null;
  const total = formatNumber(above.score - below.score);
  const words = above.is_self ? text.ahead : below.is_self ? text.behind : text.apart;
  return <li className={css.gap}>{words({ total })}</li>;
}
