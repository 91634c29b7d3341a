import { useGet } from "@shared/api/useGet";
import { EmptyState } from "@shared/components/EmptyState";
import { ErrorState } from "@shared/components/ErrorState";
import { Skeleton } from "@shared/components/Skeleton";
import { CRESTS } from "@shared/emblems";
import * as utility from "@shared/styles/utility.module.css";
import type { Receiver } from "../queries";
import * as css from "./dialog.module.css";

interface Props {
  known: readonly Receiver[] | undefined;
  failed: boolean;
  chosen: Receiver | undefined;
  onChoose: (receiver: Receiver) => void;
}

/** Choice of the character that receives the coins. */
export function CharacterStep({ known, failed, chosen, onChoose }: Props) {
  if (!known) return failed ? <ErrorState title="Failed to load donation data" /> : <LoadingSkeleton />;
  if (known.length === 0) {
    return (
      <EmptyState title="No character yet">
        Coins are bought for a character, and this account has none. Make your first one in the game, then come back.
      </EmptyState>
    );
  }
  return (
    <fieldset className={css.picks}>
      <legend className={utility.hidden}>Character</legend>
      {known.map((each) => (
        <Pick key={each.id} receiver={each} checked={each.id === chosen?.id} onChoose={() => onChoose(each)} />
      ))}
    </fieldset>
  );
}

interface PickProps {
  receiver: Receiver;
  checked: boolean;
  onChoose: () => void;
}

/** Crest and class come from the character list; until it is loaded the name and level suffice. */
function Pick({ receiver: { id, name, level }, checked, onChoose }: PickProps) {
  const { data } = useGet("/api/player/characters");
  const character = data?.data.find((each) => each.id === id);
  const crest = character && CRESTS[character.race];
  return (
    <label className={css.pick}>
      <input type="radio" name="receiver" className={utility.hidden} checked={checked} onChange={onChoose} />
      <span className={css.crest}>{crest && <img src={crest} width={36} height={36} alt="" />}</span>
      <span className={css.who}>
        <b title={name}>
          <bdi>{name}</bdi>
        </b>{" "}
        <small>{character?.class_name}</small>
      </span>{" "}
      <span className={css.level}>
        <small>Level</small> {level}
      </span>
    </label>
  );
}

function LoadingSkeleton() {
  return (
    <div className={css.picks} aria-busy="true">
      <div className={utility.hidden} role="status">
        Loading your characters
      </div>
      <Skeleton className={css.bonePick} />
      <Skeleton className={css.bonePick} />
    </div>
  );
}
