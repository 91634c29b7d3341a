import * as text from "text:profile";
import { post } from "@shared/api/client";
import { errorText } from "@shared/api/errorText";
import { TextButton } from "@shared/components/TextButton";
import { useState } from "react";
import * as css from "./profile.module.css";

/** Below an address that is not confirmed: sends a link to it. */
export function ConfirmEmail() {
  const [message, setMessage] = useState("");
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    try {
      await post<void>("/api/auth/email/send-link");
      setMessage(text.mailSent);
    } catch (error) {
      setMessage(errorText(error, text.mailFailed));
    } finally {
      setSending(false);
    }
  };
  return (
    <div className={css.unconfirmed}>
      <span role="status">{message || text.unconfirmed}</span>
      <TextButton disabled={isSending} onClick={send}>
        {message ? text.sendAgain : text.sendLink}
      </TextButton>
    </div>
  );
}
