import * as text from "text:player";
import { nameOfAction } from "@shared/accountActions";
import { useGet } from "@shared/api/useGet";
import { Banner } from "@shared/components/Banner";
import { Button } from "@shared/components/Button";
import { formatMomentWithin, isolate } from "@shared/dates";
import { readChoice, writeChoice } from "@shared/stores/storage";
import { useState } from "react";
import * as css from "./dashboard.module.css";

/**
 * Changes of password, email and factors that this browser has not shown yet. Dismissing them counts in this browser
 * alone: a thief must not be able to hide them from the owner.
 */
export function AccountChanges({ username }: { username: string }) {
  const choice = `changes_seen:${username}`;
  const { data } = useGet("/api/auth/notices");
  const [seenAt, setSeenAt] = useState(() => readChoice(choice) ?? "");
  const changes = data?.data.filter(({ timestamp }) => timestamp > seenAt) ?? [];
  const [newest] = changes;
  if (!newest) return null;
  const dismiss = () => {
    writeChoice(choice, newest.timestamp);
    setSeenAt(newest.timestamp);
  };
  return (
    <Banner tone="wait" icon="alert" title={text.changed} action={<Button onClick={dismiss}>{text.wasMe}</Button>}>
      {changes.map(({ action, text: change, timestamp, ip_address }) => (
        <span key={timestamp + change} className={css.change}>
          {nameOfAction(action) ?? change}: {formatMomentWithin(new Date(timestamp), new Date())}, {isolate(ip_address)}
          .
        </span>
      ))}
      <span className={css.change}>{text.notYou}</span>
    </Banner>
  );
}
