import * as text from "text:characterDetails";
import * as shared from "text:shared";
import { Banner } from "@shared/components/Banner";
import { Button } from "@shared/components/Button";
import { Dialog } from "@shared/components/Dialog";
import { DetailsTitle } from "./DetailsTitle";
import * as css from "./details.module.css";
import { Information } from "./Information";
import { type Character, useCharacter } from "./queries";
import { Combat, Core } from "./StatTables";
import { Vitals } from "./Vitals";

interface Props {
  /** The character as listed; shown until fresh data arrives. */
  character: Character;
  onClose: () => void;
  onItems: () => void;
}

export function DetailsDialog({ character, onClose, onItems }: Props) {
  const { data, error, isLoading } = useCharacter(character.id);
  const details = data ?? character;
  const actions = (
    <>
      <Button look="ghost" onClick={onClose}>
        {shared.close}
      </Button>
      <Button onClick={onItems}>{shared.viewItems}</Button>
    </>
  );
  return (
    <Dialog
      isReading
      size="lg"
      title={<DetailsTitle character={details} />}
      label={text.details({ name: details.name })}
      onClose={onClose}
      actions={actions}
    >
      <div className={css.details} aria-busy={isLoading}>
        {error && !data && <Stale />}
        <Vitals character={details} />
        <Core stats={details.stats} />
        <Combat character={details} />
        <Information character={details} />
      </div>
    </Dialog>
  );
}

/** Says that the figures below come from the list and may be old. */
function Stale() {
  return (
    <Banner
      tone="bad"
      icon="alert"
      title={shared.charactersFailed}
      action={<Button onClick={() => window.location.reload()}>{shared.tryAgain}</Button>}
    >
      {text.outdated}
    </Banner>
  );
}
