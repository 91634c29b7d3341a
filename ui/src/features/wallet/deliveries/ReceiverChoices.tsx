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
    <fieldset className={css.picks} aria-describedby={error && errorId}>
      <legend>Character</legend>
      {receivers.map((each) => (
        <label key={each.id} className={css.pick}>
          <input
            type="radio"
            name={name}
            value={each.id}
            checked={String(each.id) === value}
            disabled={disabled}
            onChange={onChange}
          />
          <bdi title={each.name}>{each.name}</bdi>
          <small>Level {formatNumber(each.level)}</small>
        </label>
      ))}
      {error && (
        <p className={css.error} id={errorId}>
          <Icon name="alert" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
