import * as text from "text:donations";
import * as game from "text:game";
import * as shared from "text:shared";
import { useGet } from "@shared/api/useGet";
import { EmptyState } from "@shared/components/EmptyState";
import { ErrorState } from "@shared/components/ErrorState";
import { Skeleton } from "@shared/components/Skeleton";
import { CRESTS } from "@shared/emblems";
import * as layout from "@shared/styles/layout.module.css";
import * as utility from "@shared/styles/utility.module.css";
import type { Receiver } from "../queries";
import * as css from "./dialog.module.css";

interface Props {
  characters: readonly Receiver[] | undefined;
  hasFailed: boolean;
  receiver: Receiver | undefined;
  onChoose: (receiver: Receiver) => void;
}

/** Choice of the character that receives the coins. */
export function CharacterStep({ characters, hasFailed, receiver, onChoose }: Props) {
  if (!characters) return hasFailed ? <ErrorState title={text.dataFailed} /> : <LoadingSkeleton />;
  if (characters.length === 0) {
    return <EmptyState title={text.noCharacterTitle}>{text.noCharacter}</EmptyState>;
  }
  return (
    <fieldset className={layout.stack2}>
      <legend className={utility.hidden}>{game.character}</legend>
      {characters.map((character) => (
        <CharacterOption
          key={character.id}
          receiver={character}
          isChecked={character.id === receiver?.id}
          onChoose={() => onChoose(character)}
        />
      ))}
    </fieldset>
  );
}

interface CharacterOptionProps {
  receiver: Receiver;
  isChecked: boolean;
  onChoose: () => void;
}

/** Crest and class come from the character list; until it is loaded the name and level suffice. */
function CharacterOption({ receiver: { id, name, level }, isChecked, onChoose }: CharacterOptionProps) {
  const { data } = useGet("/api/player/characters");
  const character = data?.data.find((candidate) => candidate.id === id);
  const crest = character && CRESTS[character.race];
  return (
    <label className={css.option}>
      <input type="radio" name="receiver" className={utility.hidden} checked={isChecked} onChange={onChoose} />
      <span className={css.crest}>{crest && <img src={crest} width={36} height={36} alt="" />}</span>
      <span className={css.identity}>
        <b title={name}>
          <bdi>{name}</bdi>
        </b>{" "}
        <small>{character?.class_name}</small>
      </span>{" "}
      <span className={css.level}>
        <small>{game.level}</small> {level}
      </span>
    </label>
  );
}

function LoadingSkeleton() {
  return (
    <div className={layout.stack2} aria-busy="true">
      <div className={utility.hidden} role="status">
        {shared.loadingCharacters}
      </div>
      <Skeleton className={css.skeletonPick} />
      <Skeleton className={css.skeletonPick} />
    </div>
  );
}
