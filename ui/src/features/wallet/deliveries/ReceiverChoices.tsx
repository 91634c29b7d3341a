import * as game from "text:game";
import * as fields from "@shared/components/field.module.css";
import { Icon } from "@shared/components/Icon";
import { formatNumber } from "@shared/format";
import { type ChangeEvent, useId } from "react";
import type { Receiver } from "../queries";
import * as css from "./receivers.module.css";

interface Props {
  receivers: readonly Receiver[];
  name: string;
  value: string;
  error: string | undefined;
  disabled: boolean;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

/** Choice of a character. */
export function ReceiverChoices({ receivers, name, value, error, disabled, onChange }: Props) {
  const errorId = useId();
  return (
    <fieldset className={css.options} aria-describedby={error && errorId}>
      <legend>{game.character}</legend>
      {receivers.map((receiver) => (
        <label key={receiver.id} className={css.option}>
          <input
            type="radio"
            name={name}
            value={receiver.id}
            checked={String(receiver.id) === value}
            disabled={disabled}
            onChange={onChange}
          />
          <bdi title={receiver.name}>{receiver.name}</bdi>
          <small>{game.levelOf({ level: formatNumber(receiver.level) })}</small>
        </label>
      ))}
      {error && (
        <p className={fields.error} id={errorId} role="alert">
          <Icon name="alert" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
