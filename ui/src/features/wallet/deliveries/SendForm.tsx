import * as text from "text:deliveries";
import * as shared from "text:shared";
import type { Answer } from "@shared/api/useGet";
import { Button } from "@shared/components/Button";
import { Dialog } from "@shared/components/Dialog";
import { Field, Refusal } from "@shared/components/Field";
import { LeaderList } from "@shared/components/LeaderList";
import { SuccessNotice } from "@shared/components/SuccessNotice";
import { formatMomentWithin, isolate } from "@shared/dates";
import { formatNumber } from "@shared/format";
import { type ChangeEvent, useId } from "react";
import type { Receiver } from "../queries";
import { maxDelivery, parseAmount } from "./amount";
import { ReceiverChoices } from "./ReceiverChoices";
import * as css from "./send.module.css";
import { useSendCoins } from "./useSendCoins";

interface Props {
  coins: Answer<"/api/player/coins">;
  receivers: readonly Receiver[];
  characterId: number | undefined;
  onClose: () => void;
}

/** Recipient, amount and remaining balance. */
export function SendForm({ coins: { available, sendable, sendable_from }, receivers, characterId, onClose }: Props) {
  const first = receivers.find(({ id }) => id === characterId) ?? receivers[0];
  const { form, values, field, submit, phase, refusal, unsure } = useSendCoins(String(first?.id), sendable);
  const id = useId();
  const { name = "" } = receivers.find((receiver) => String(receiver.id) === values.character_id) ?? {};
  const amount = parseAmount(values.amount);
  if (phase === "done") {
    return (
      <Dialog title={text.sentTitle} onClose={onClose}>
        <div className={css.sent}>
          <SuccessNotice onEnd={onClose}>{text.onTheWay({ count: amount ?? 0, name: isolate(name) })}</SuccessNotice>
        </div>
      </Dialog>
    );
  }
  const submitting = phase === "submitting";
  const amountField = field("amount");
  const fillAll = () =>
    amountField.onChange({ target: { value: String(maxDelivery(sendable)) } } as ChangeEvent<HTMLInputElement>);
  const actions = (
    <>
      <Button look="ghost" onClick={onClose}>
        {shared.cancel}
      </Button>
      <Button type="submit" form={id} look="primary" busy={submitting}>
        {submitting ? shared.sending : amount ? text.sendCoins({ count: amount }) : text.sendNone}
      </Button>
    </>
  );
  return (
    <Dialog title={shared.sendToCharacter} onClose={onClose} actions={actions}>
      <form ref={form} id={id} className={css.form} noValidate onSubmit={submit}>
        {refusal && <Refusal>{refusal}</Refusal>}
        {unsure && <p className={css.unsure}>{text.unsure}</p>}
        <ReceiverChoices receivers={receivers} disabled={submitting} {...field("character_id")} />
        <Field
          label={shared.coins}
          inputMode="numeric"
          autoComplete="off"
          maxLength={15}
          {...amountField}
          endContent={
            <Button look="ghost" className={css.all} aria-label={text.allCoins} disabled={submitting} onClick={fillAll}>
              {text.all}
            </Button>
          }
        />
        {sendable_from && (
          <p className={css.reason}>
            {text.sendableNow({ count: sendable, time: formatMomentWithin(new Date(sendable_from), new Date()) })}
          </p>
        )}
        <Sums available={available} amount={amount} name={name} />
      </form>
    </Dialog>
  );
}

/** The balance before and after. */
function Sums({ available, amount, name }: { available: number; amount: number | null; name: string }) {
  const remaining = available - (amount ?? 0);
  return (
    <div aria-live="polite">
      <LeaderList
        className={css.sums}
        rows={[
          [text.siteBalance, formatNumber(available)],
          [text.to({ name: isolate(name) }), amount ? `−${formatNumber(amount)}` : "–"],
          [text.remaining, remaining >= 0 ? formatNumber(remaining) : "–"],
        ]}
      />
    </div>
  );
}
