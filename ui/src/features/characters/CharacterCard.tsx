import { Button } from "@shared/components/Button";
import { EmptyValue } from "@shared/components/EmptyValue";
import { Glyph } from "@shared/components/Icon";
import { LeaderList } from "@shared/components/LeaderList";
import { Meter } from "@shared/components/Meter";
import { Panel } from "@shared/components/Panel";
import { ShortNumber } from "@shared/components/ShortNumber";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { formatPlaytime, formatProgress } from "@shared/dates";
import { CRESTS } from "@shared/emblems";
import { NO_DEATHS } from "@shared/missingReasons";
import * as css from "./card.module.css";
import { Clan, Presence } from "./Presence";
import type { Character } from "./queries";

const BAG = "M8.5 7.5c-3 2-4.5 5-4.5 8 0 3.5 2.5 5 8 5s8-1.5 8-5c0-3-1.5-6-4.5-8ZM8.5 7.5 7 3.5h10l-1.5 4ZM9.5 11.5h5";
const BIN = "M4.5 6.5h15M9.5 6.5V4h5v2.5M6.5 6.5l.8 13.5h9.4l.8-13.5M10.2 10.5v5.5M13.8 10.5v5.5";

interface Props {
  character: Character;
  onDetails: () => void;
  onItems: () => void;
}

export function CharacterCard({ character, onDetails, onItems }: Props) {
  const { name, level, race, exp_percent } = character;
  const progress = formatProgress(level, exp_percent);
  return (
    <Panel as="article" className={css.card} aria-label={name}>
      {CRESTS[race] && <img className={css.watermark} src={CRESTS[race]} width={190} height={190} alt="" />}
      <header className={css.head}>
        <Shield level={level} />
        <Named character={character} />
      </header>
      <div className={css.progress}>
        <Meter label={`Progress to level ${level + 1}`} percent={exp_percent} text={progress} />
        <p>
          <span>{progress}</span>
          <Presence character={character} />
        </p>
      </div>
      <Kills character={character} />
      <LeaderList
        rows={[
          ["Clan", <Clan key="clan" character={character} />],
          ["Playtime", formatPlaytime(character.playtime)],
          ["Location", character.current_location],
        ]}
      />
      <Actions character={character} onDetails={onDetails} onItems={onItems} />
    </Panel>
  );
}

function Shield({ level }: { level: number }) {
  return (
    <span className={css.shield}>
      <svg viewBox="0 0 56 66" aria-hidden="true">
        <path d="M28 1.5 54.5 8v28c0 13-10 22-26.5 28.5C11.5 58 1.5 49 1.5 36V8Z" />
        <path d="M28 5.5 50.5 11v25c0 11-9 18.5-22.5 24C14.5 54.5 5.5 47 5.5 36V11Z" />
      </svg>
      <VisuallyHidden>Level </VisuallyHidden>
      <b>{level}</b>
    </span>
  );
}

function Named({ character: { name, title, class_name, race_name } }: { character: Character }) {
  return (
    <div className={css.identity}>
      {title && (
        <p className={css.title} title={title}>
          <bdi>{title}</bdi>
        </p>
      )}
      <h3 title={name}>
        <bdi>{name}</bdi>
      </h3>
      <p className={css.classAndRace}>
        {class_name} · {race_name}
      </p>
    </div>
  );
}

function Kills({ character: { pvp_kills, pk_kills, deaths } }: { character: Character }) {
  return (
    <dl className={css.kills}>
      <div>
        <dt>PvP</dt>
        <dd>
          <ShortNumber value={pvp_kills} />
        </dd>
      </div>
      <div>
        <dt>PK</dt>
        <dd>
          <ShortNumber value={pk_kills} />
        </dd>
      </div>
      <div>
        <dt>Deaths</dt>
        <dd>{deaths === null ? <EmptyValue reason={NO_DEATHS} /> : <ShortNumber value={deaths} />}</dd>
      </div>
    </dl>
  );
}

/** The delete button only logs (specification). */
function Actions({ character: { id, name }, onDetails, onItems }: Props) {
  return (
    <footer className={css.actions}>
      <Button onClick={onDetails}>View Details</Button>
      <Button onClick={onItems}>
        <Glyph path={BAG} />
        View Items
      </Button>
      <Button
        look="ghost"
        icon
        aria-label={`Delete ${name}`}
        onClick={() => console.log(`Delete requested for character ${id}.`)}
      >
        <Glyph path={BIN} />
      </Button>
    </footer>
  );
}
