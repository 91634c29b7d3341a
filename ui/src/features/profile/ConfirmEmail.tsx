import { errorText, post } from "@shared/api/client";
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
      setMessage("A mail is on its way.");
    } catch (error) {
      setMessage(errorText(error, "The mail could not be sent."));
    } finally {
      setSending(false);
    }
  };
  return (
    <div className={css.unconfirmed}>
      <span role="status">{message || "This address is not confirmed."}</span>
      <button type="button" disabled={isSending} onClick={send}>
        {message ? "Send again" : "Send a link"}
      </button>
    </div>
  );
}
