import * as text from "text:adminPlayers";
import { Field } from "@shared/components/Field";
import { useDeferredValue, useState } from "react";
import { minorDigits, money } from "../overview/money";
import { ChangePanel } from "../parts/ChangePanel";
import * as typography from "../parts/typography.module.css";
import type { ChangeTarget } from "../parts/undo";
import { type Action, type ActionKind, pathOf, RULES } from "./actionRules";
import type { AccountProps, PlayerAccount } from "./types";

const DAY_SECONDS = 86_400;

interface Props extends AccountProps {
  action: Action;
  onClose: () => void;
  onDone: () => void;
}

/** The panel of one action: its fields, what will change, and the reason. */
export function ActionPanel({ account, action: { kind, subject }, onClose, onDone }: Props) {
  const [number, setNumber] = useState("");
  const payment = account.donations.flatMap(({ payments }) => payments).find(({ id }) => id === subject);
  const left = (payment?.amount ?? 0) - (payment?.refunded ?? 0);
  const digits = kind === "refund" ? minorDigits(payment?.currency ?? "") : 0;
  const isNumber = new RegExp(`^-?\\d{1,12}${digits ? `([.,]\\d{1,${digits}})?` : ""}$`).test(number);
  const value = useDeferredValue(isNumber ? Number(number.replace(",", ".")) : null);
  const amount = value === null ? left : Math.round(value * 10 ** digits);
  const form = {
    adjust: { amount: value ?? 0 },
    block: value === null ? {} : { days: value },
    refund: value === null ? {} : { amount },
  }[kind as string];
  const fields: Partial<Record<ActionKind, [label: string, hint: string]>> = {
    adjust: [text.adjustAmount, text.adjustHint],
    refund: [text.refundAmount, text.refundHint({ left: money(left, payment?.currency) })],
    block: [text.blockDays, text.blockHint],
  };
  const field = fields[kind];
  const final = kind === "refund" ? money(amount, payment?.currency) : account.login;
  return (
    <ChangePanel
      title={`${text.actions[kind]} ${subject}`.trim()}
      action={text.actions[kind]}
      path={pathOf(account.login, { kind, subject })}
      {...(form && { form })}
      {...(RULES[kind].isFinal && { confirmationText: final })}
      undo={oppositeOf(account, kind)}
      onClose={onClose}
      onDone={onDone}
    >
      {field && (
        <Field
          label={field[0]}
          hint={field[1]}
          inputMode={digits ? "decimal" : "numeric"}
          value={number}
          onChange={(event) => setNumber(event.target.value.trim())}
        />
      )}
      <p className={typography.hint}>{text.playerSees[kind]}</p>
    </ChangePanel>
  );
}

/** Blocking and lifting a block undo each other; the end of a lifted block is rounded up to whole days. */
function oppositeOf({ login, block }: PlayerAccount, kind: ActionKind): ChangeTarget | undefined {
  if (kind !== "block" && kind !== "unblock") return undefined;
  const opposite = kind === "block" ? "unblock" : "block";
  const days = block?.until == null ? {} : { days: Math.ceil((block.until - Date.now() / 1000) / DAY_SECONDS) };
  return {
    title: text.actions[opposite],
    action: text.actions[opposite],
    path: pathOf(login, { kind: opposite, subject: "" }),
    ...(opposite === "block" && { form: days }),
  };
}
