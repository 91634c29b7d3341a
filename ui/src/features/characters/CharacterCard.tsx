import * as text from "text:characterList";
import * as game from "text:game";
import * as shared from "text:shared";
import { Button } from "@shared/components/Button";
import { EmptyValue } from "@shared/components/EmptyValue";
import { Glyph } from "@shared/components/Icon";
import { LeaderList } from "@shared/components/LeaderList";
import { Panel } from "@shared/components/Panel";
import { ShortNumber } from "@shared/components/ShortNumber";
import { CRESTS } from "@shared/emblems";
import { NO_DEATHS } from "@shared/missingReasons";
import { nameOfPlace } from "@shared/placeNames";
import { formatPlaytime } from "@shared/shortDurations";
import { useId } from "react";
import * as css from "./card.module.css";
import { Identity } from "./Identity";
import { LevelProgress } from "./LevelProgress";
import { Clan, Presence } from "./Presence";
import type { Character } from "./queries";
import { BAG, BIN, SCROLL } from "./symbols";

interface Props {
  character: Character;
  onDetails: () => void;
  onItems: () => void;
}

export function CharacterCard({ character, onDetails, onItems }: Props) {
  const { name, race } = character;
  const nameId = useId();
  return (
    <Panel as="article" className={css.card} aria-label={name}>
      {CRESTS[race] && <img className={css.watermark} src={CRESTS[race]} width={190} height={190} alt="" />}
      <Identity character={character} heading="h3" id={nameId} />
      <LevelProgress character={character}>
        <Presence character={character} />
      </LevelProgress>
      <Kills character={character} />
      <LeaderList
        rows={[
          [game.clan, <Clan key="clan" character={character} />],
          [game.playtime, formatPlaytime(character.playtime)],
          [game.location, nameOfPlace(character.current_location)],
        ]}
      />
      <Actions character={character} nameId={nameId} onDetails={onDetails} onItems={onItems} />
    </Panel>
  );
}

function Kills({ character: { pvp_kills, pk_kills, deaths } }: { character: Character }) {
  return (
    <dl className={css.kills}>
      <div>
        <dt>{text.pvp}</dt>
        <dd>
          <ShortNumber value={pvp_kills} />
        </dd>
      </div>
      <div>
        <dt>{text.pk}</dt>
        <dd>
          <ShortNumber value={pk_kills} />
        </dd>
      </div>
      <div>
        <dt>{game.deaths}</dt>
        <dd>{deaths === null ? <EmptyValue reason={NO_DEATHS} /> : <ShortNumber value={deaths} />}</dd>
      </div>
    </dl>
  );
}

/** The delete button only logs (specification). */
function Actions({ character: { id, name }, nameId, onDetails, onItems }: Props & { nameId: string }) {
  return (
    <footer className={css.actions}>
      <Button aria-describedby={nameId} onClick={onDetails}>
        <Glyph path={SCROLL} />
        {shared.viewDetails}
      </Button>
      <Button aria-describedby={nameId} onClick={onItems}>
        <Glyph path={BAG} />
        {shared.viewItems}
      </Button>
      <Button
        look="ghost"
        icon
        aria-label={text.remove({ name })}
        title={text.inGameOnly}
        onClick={() => console.log(`Delete requested for character ${id}.`)}
      >
        <Glyph path={BIN} />
      </Button>
    </footer>
  );
}
