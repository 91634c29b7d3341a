import * as text from "text:donations";
import * as shared from "text:shared";
import { post } from "@shared/api/client";
import { errorText } from "@shared/api/errorText";
import type { components } from "@shared/api/schema";
import { Button } from "@shared/components/Button";
import { Field } from "@shared/components/Field";
import { ListHead } from "@shared/components/ListHead";
import { Panel } from "@shared/components/Panel";
import { formatMomentWithin } from "@shared/dates";
import { refreshMoney } from "@shared/stores/refresh";
import { type FormEvent, useRef, useState } from "react";
import * as css from "./redeem-code.module.css";

type RedeemedCode = components["schemas"]["RedeemedCode"];

/** Redeems a promo or gift code. A refused code stays in the field. */
export default function RedeemCode() {
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();
  const [result, setResult] = useState("");
  const [isSending, setSending] = useState(false);

  const refuse = (reason: string) => {
    setProblem(reason);
    input.current?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    setResult("");
    setProblem(undefined);
    if (!code.trim()) return refuse(text.codeMissing);
    setSending(true);
    try {
      setResult(resultText(await post<RedeemedCode>("/api/player/codes", { code: code.trim() })));
      setCode("");
      refreshMoney();
    } catch (error) {
      refuse(errorText(error, text.codeFailed));
    } finally {
      setSending(false);
    }
  };
  return (
    <section aria-labelledby="redeem-code">
      <ListHead id="redeem-code" title={text.codeTitle} note={text.codeNote} compact />
      <Panel padded>
        <form className={css.form} noValidate onSubmit={submit}>
          <Field
            ref={input}
            label={shared.code}
            hint={text.codeHint}
            value={code}
            error={problem}
            maxLength={64}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={({ target }) => {
              setCode(target.value);
              setProblem(undefined);
            }}
          />
          <Button type="submit" busy={isSending}>
            {text.redeem}
          </Button>
        </form>
        <p className={css.result} role="status">
          {result}
        </p>
      </Panel>
    </section>
  );
}

function resultText({ coins, redeemed_at, sendable_from, is_repeated }: RedeemedCode): string {
  const moment = (time: string) => formatMomentWithin(new Date(time), new Date());
  if (is_repeated) return text.codeRepeated({ time: moment(redeemed_at) });
  const sentence = text.codeRedeemed({ count: coins });
  return sendable_from ? `${sentence} ${text.codeSendable({ time: moment(sendable_from) })}` : sentence;
}
