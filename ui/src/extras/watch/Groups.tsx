import * as game from "text:game";
import * as text from "text:watch";
import { Button } from "@shared/components/Button";
import { Panel } from "@shared/components/Panel";
import { TextButton } from "@shared/components/TextButton";
import { formatNumber } from "@shared/format";
import { type StarKind, starKey, useStarred } from "@shared/stores/starred";
import { useState } from "react";
import * as css from "./groups.module.css";
import { NothingStarred } from "./NothingStarred";
import Star from "./Star";
import { StarState } from "./StarState";
import { SubjectLink } from "./SubjectLink";
import type { Named } from "./subjects";

const KINDS: readonly (readonly [StarKind, string])[] = [
  ["character", game.characters],
  ["clan", game.clans],
  ["boss", text.bosses],
  ["castle", game.castles],
  ["item", game.items],
];
/** So many have their state read at once. */
const ROWS = 10;

interface GroupsProps {
  stars: readonly Named[];
  isSession: boolean;
}

/** Starred things by kind. One that loses its star stays in its place until the page is left. */
export function Groups({ stars, isSession }: GroupsProps) {
  const [shown, setShown] = useState(stars);
  const shownKeys = new Set(shown.map(starKey));
  const added = stars.filter((star) => !shownKeys.has(starKey(star)));
  if (added.length > 0) setShown([...added, ...shown]);
  if (shown.length === 0) return <NothingStarred />;
  return (
    <div className={css.groups}>
      {KINDS.map(([kind, title]) => {
        const ofKind = shown.filter((star) => star.kind === kind);
        return ofKind.length > 0 && <Group key={kind} title={title} id={kind} stars={ofKind} isSession={isSession} />;
      })}
    </div>
  );
}

function Group({ title, id, stars, isSession }: GroupsProps & { title: string; id: string }) {
  const [limit, setLimit] = useState(ROWS);
  return (
    <Panel aria-labelledby={id} className={css.group}>
      <h2 id={id}>
        {title} <small>{formatNumber(stars.length)}</small>
      </h2>
      <ul>
        {stars.slice(0, limit).map((star) => (
          <StarRow key={starKey(star)} star={star} isSession={isSession} />
        ))}
      </ul>
      {limit < stars.length && (
        <Button look="ghost" wide onClick={() => setLimit(limit + ROWS)}>
          {text.showMore({ count: stars.length - limit })}
        </Button>
      )}
    </Panel>
  );
}

function StarRow({ star, isSession }: { star: Named; isSession: boolean }) {
  const key = starKey(star);
  const isRemoved = useStarred(({ keys, toggle }) => toggle !== null && !keys.has(key));
  return (
    <li className={css.row} data-removed={isRemoved || undefined}>
      <Star {...star} />
      <div>
        <b>
          <SubjectLink subject={star} />
        </b>
        <span role="status">{isRemoved && text.removed}</span>
        {isRemoved ? (
          <TextButton onClick={() => useStarred.getState().toggle?.(star)}>{text.undo}</TextButton>
        ) : (
          <StarState star={star} isSession={isSession} />
        )}
      </div>
    </li>
  );
}
