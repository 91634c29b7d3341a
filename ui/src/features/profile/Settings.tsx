import ofPrivacy from "panels:privacy";
import panels from "panels:profile";
import * as text from "text:profile";
import { useSite } from "@shared/api/useSite";
import { ListHead } from "@shared/components/ListHead";
import { Panel } from "@shared/components/Panel";
import { Panels } from "@shared/panels";
import { useSession } from "@shared/stores/session";
import type { ComponentType } from "react";
import { Devices } from "./Devices";
import { Limits } from "./Limits";
import { LoginWays } from "./LoginWays";
import { MailLanguage } from "./MailLanguage";
import { Privacy } from "./Privacy";
import type { SectionId } from "./sections";

const MAILS = "mails";

export type SettingsPart = Exclude<SectionId, "overview"> | "loginWays";

const PARTS: Readonly<Record<SettingsPart, ComponentType>> = {
  security: Security,
  privacy: PrivacyAndData,
  notifications: Notifications,
  limits: Limits,
  loginWays: LoginWays,
};

/** A section of the profile, or its ways to log in alone. */
export default function Settings({ part }: { part: SettingsPart }) {
  const Part = PARTS[part];
  return <Part />;
}

function Security() {
  const isFrozen = useSession((session) => session.isFrozen);
  return (
    <>
      {!isFrozen && <LoginWays />}
      <Devices />
    </>
  );
}

/** What others see, and what extras add about the account's data. */
function PrivacyAndData() {
  return (
    <>
      <Privacy />
      <Panels of={ofPrivacy} />
    </>
  );
}

/** The language of the site's mails, and the messages of extras. */
function Notifications() {
  return (
    <>
      {useSite().data?.email && (
        <section aria-labelledby={MAILS}>
          <ListHead id={MAILS} title={text.mailsTitle} note={text.mailsNote} compact />
          <Panel padded>
            <MailLanguage />
          </Panel>
        </section>
      )}
      <Panels of={panels} />
    </>
  );
}
