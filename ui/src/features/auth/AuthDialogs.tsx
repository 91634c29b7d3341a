import { useDialogs } from "@shared/stores/dialogs";
import { ConfirmEmailDialog } from "./ConfirmEmailDialog";
import { LoginDialog } from "./LoginDialog";
import { RecoverDialog } from "./RecoverDialog";
import { RegisterDialog } from "./RegisterDialog";
import { ResetPasswordDialog } from "./ResetPasswordDialog";
import { WelcomeNotice } from "./WelcomeNotice";

/** Each dialog is mounted only while it is open, so closing resets its form. */
export default function AuthDialogs() {
  const open = useDialogs((dialogs) => dialogs.open);
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
