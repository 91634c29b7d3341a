import * as text from "text:profile";
import * as shared from "text:shared";
import type { Answer } from "@shared/api/useGet";
import { Button } from "@shared/components/Button";
import { EmptyValue } from "@shared/components/EmptyValue";
import { Glyph } from "@shared/components/Icon";
import { LATER_ICONS } from "@shared/components/laterIcons";
import { Skeleton } from "@shared/components/Skeleton";
import { formatDay } from "@shared/dates";
import { NO_ENTRY, NO_MAIL } from "@shared/missingReasons";
import { useSession } from "@shared/stores/session";
import * as layout from "@shared/styles/layout.module.css";
import { useState } from "react";
import { ChangePasswordDialog } from "./ChangePasswordDialog";
import { ConfirmEmail } from "./ConfirmEmail";
import { EditProfileDialog } from "./EditProfileDialog";
import * as css from "./profile.module.css";
import { KEY } from "./securityActions";

export type Profile = Answer<"/api/player/profile">;

/** The account's name, email and dates, with the buttons to change them. */
export function Account({ profile }: { profile: Profile | undefined }) {
  const [dialog, setDialog] = useState<"password" | "email" | null>(null);
  const close = () => setDialog(null);
  // The session knows the name before the profile is loaded.
  const sessionName = useSession(({ user }) => user?.username ?? "");
  const username = profile?.username ?? sessionName;
  return (
    <section className={css.account} aria-label={shared.account}>
      <AccountCrest letter={username.charAt(0).toUpperCase()} />
      <div className={css.identity}>
        <h2>{username}</h2>
        {profile ? <Particulars profile={profile} /> : <LoadingSkeleton />}
      </div>
      <div className={css.actions}>
        <Button disabled={!profile} onClick={() => setDialog("password")}>
          <Glyph path={KEY} />
          {text.changePassword}
        </Button>
        <Button look="ghost" disabled={!profile} onClick={() => setDialog("email")}>
          <Glyph path={LATER_ICONS.mail} />
          {text.editProfile}
        </Button>
      </div>
      {profile && dialog === "password" && <ChangePasswordDialog username={username} onClose={close} />}
      {profile && dialog === "email" && <EditProfileDialog email={profile.email} onClose={close} />}
    </section>
  );
}

function Particulars({ profile: { email, email_confirmed, member_since } }: { profile: Profile }) {
  return (
    <>
      <p className={css.email}>{email ?? <MissingValue name={shared.email} reason={NO_MAIL} />}</p>
      {email_confirmed === false && <ConfirmEmail />}
      <p className={layout.note}>
        {member_since ? (
          text.joinedOn({ date: <time dateTime={member_since}>{formatDay(new Date(member_since))}</time> })
        ) : (
          <MissingValue name={text.joined} reason={NO_ENTRY} />
        )}
      </p>
    </>
  );
}

/** Names the missing value before the dash. */
function MissingValue({ name, reason }: { name: string; reason: string }) {
  return (
    <>
      {name} <EmptyValue reason={reason} />
    </>
  );
}

function LoadingSkeleton() {
  return (
    <>
      <p className={css.skeletonLine}>
        <Skeleton />
      </p>
      <p className={css.skeletonNote}>
        <Skeleton />
      </p>
    </>
  );
}

function AccountCrest({ letter }: { letter: string }) {
  return (
    <div className={css.crest} aria-hidden="true">
      <svg viewBox="0 0 88 88" aria-hidden="true">
        <path d="M44 2 74 14 86 44 74 74 44 86 14 74 2 44 14 14Z" />
        <path d="M44 9 69 19 79 44 69 69 44 79 19 69 9 44 19 19Z" />
      </svg>
      <b>{letter}</b>
    </div>
  );
}
