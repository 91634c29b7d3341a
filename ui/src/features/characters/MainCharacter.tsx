import panels from "panels:mainCharacter";
import actions from "panels:mainCharacterActions";
import movements from "panels:mainCharacterRank";
import * as game from "text:game";
import * as text from "text:mainCharacter";
import * as shared from "text:shared";
import { useGet } from "@shared/api/useGet";
import { Button, LinkButton } from "@shared/components/Button";
import { EmptyValue } from "@shared/components/EmptyValue";
import { Glyph } from "@shared/components/Icon";
import { Panel } from "@shared/components/Panel";
import { ShortNumber } from "@shared/components/ShortNumber";
import { Skeleton } from "@shared/components/Skeleton";
import { formatAverage } from "@shared/dates";
import { CRESTS } from "@shared/emblems";
import { formatNumber, formatPercent } from "@shared/format";
import { mainOf } from "@shared/mainCharacter";
import { Panels } from "@shared/panels";
import { useSession } from "@shared/stores/session";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { DialogName } from "./CharacterDialog";
import { Identity } from "./Identity";
import { silhouetteOf } from "./inventory/silhouettes";
import { KillsByDeath } from "./KillsByDeath";
import { LevelProgress } from "./LevelProgress";
import * as css from "./main-character.module.css";
import { Presence } from "./Presence";
import { gainOfWeek, weeksToLevel } from "./pace";
import { type Character, useCharacters } from "./queries";
import { BAG, SCROLL } from "./symbols";

const CharacterDialog = lazy(() => import("./CharacterDialog"));

/** The account's highest character, with its ranks and progress; nothing for an account without characters. */
export function MainCharacter() {
  const { data, error } = useCharacters();
  const main = data && mainOf(data.data);
  if (data ? !main : error) return null;
  return (
    <>
      {main ? <Card character={main} hasOthers={data.data.length > 1} /> : <Skeleton className={css.skeleton} />}
      <Panels of={panels} character={main} />
    </>
  );
}

interface CardProps {
  character: Character;
  hasOthers: boolean;
}

function Card({ character, hasOthers }: CardProps) {
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const crest = CRESTS[character.race];
  const { picture, name } = silhouetteOf(character);
  return (
    <Panel framed className={css.card} data-race={character.race} aria-label={text.main}>
      <img className={css.doll} src={picture} width={220} height={470} alt={name} />
      <div className={css.story}>
        {crest && <img className={css.watermark} src={crest} width={300} height={300} alt="" />}
        <div className={css.head}>
          <Identity character={character} heading="h2" />
          <Presence character={character} />
        </div>
        <Figures character={character} />
        <LevelProgress character={character}>
          <Pace character={character} />
        </LevelProgress>
        <footer className={css.actions}>
          <Button look="primary" onClick={() => setDialog("details")}>
            <Glyph path={SCROLL} />
            {shared.viewDetails}
          </Button>
          <Button onClick={() => setDialog("items")}>
            <Glyph path={BAG} />
            {shared.viewItems}
          </Button>
          <Panels of={actions} character={character} />
          {hasOthers && (
            <LinkButton look="ghost" to="?tab=characters">
              {text.others}
            </LinkButton>
          )}
        </footer>
      </div>
      {dialog && (
        <Suspense>
          <CharacterDialog character={character} dialog={dialog} onShow={setDialog} />
        </Suspense>
      )}
    </Panel>
  );
}

function Figures({ character }: { character: Character }) {
  const isFrozen = useSession((session) => session.isFrozen);
  const { data, error } = useGet(isFrozen ? null : "/api/player/pvp-performance");
  const ranks = data?.characters.find(({ character_id }) => character_id === character.id);
  const isLoading = !data && !error && !isFrozen;
  return (
    <dl className={css.figures}>
      <Figure name={game.pvpRank}>
        {isLoading ? <Skeleton /> : <Rank value={ranks?.pvp_rank} />}
        <small>
          <Panels of={movements} board="pvp" character={character} />
        </small>
      </Figure>
      <Figure name={game.pkRank}>
        {isLoading ? <Skeleton /> : <Rank value={ranks?.pk_rank} />}
        <small>
          <Panels of={movements} board="pk" character={character} />
        </small>
      </Figure>
      <Figure name={game.pvpKills}>
        <ShortNumber value={character.pvp_kills} />
      </Figure>
      <Figure name={game.ratio}>
        <KillsByDeath character={character} />
      </Figure>
    </dl>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Rank({ value }: { value: number | null | undefined }) {
  return value ? `#${formatNumber(value)}` : <EmptyValue reason={text.notRanked} />;
}

/** Progress of the last seven days and the time to the next level at that pace; nothing without such progress. */
function Pace({ character }: { character: Character }) {
  const isFrozen = useSession((session) => session.isFrozen);
  const { data } = useGet(isFrozen ? null : "/api/player/progression-data");
  const gain = data ? gainOfWeek(character, data.history) : 0;
  if (gain === 0) return null;
  const weeks = weeksToLevel(character, gain);
  return (
    <span>
      {gain < 1 ? text.gain({ percent: formatPercent(gain) }) : text.gainLevels({ levels: formatAverage(gain) })}
      {weeks !== null && ` · ${text.weeksToLevel({ count: weeks })}`}
    </span>
  );
}
