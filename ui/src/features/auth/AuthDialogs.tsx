import { useDialogs } from "@shared/stores/dialogs";
import { ConfirmEmailDialog } from "./ConfirmEmailDialog";
import { InlineLogin } from "./InlineLogin";
import { LoginDialog } from "./LoginDialog";
import { RecoverDialog } from "./RecoverDialog";
import { RegisterDialog } from "./RegisterDialog";
import { ResetPasswordDialog } from "./ResetPasswordDialog";
import { WelcomeNotice } from "./WelcomeNotice";

/** Each dialog is mounted only while it is open, so closing resets its form. `isInline`: the login within a page. */
export default function AuthDialogs({ isInline = false }: { isInline?: boolean }) {
  const open = useDialogs((dialogs) => dialogs.open);
  if (isInline) return <InlineLogin />;
  const [path, secret] = open?.split("#k=") ?? [];
  return (
    <>
      {open === "login" && <LoginDialog />}
      {open === "register" && <RegisterDialog />}
      {open === "welcome" && <WelcomeNotice />}
      {path === "/recover" && secret && <ResetPasswordDialog secret={secret} />}
      {(path === "recover" || (path === "/recover" && !secret)) && <RecoverDialog />}
      {path === "/confirm-email" && <ConfirmEmailDialog secret={secret ?? ""} />}
    </>
  );
}
