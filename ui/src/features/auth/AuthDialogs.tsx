import { useDialogs } from "@shared/stores/dialogs";
import { LoginDialog } from "./LoginDialog";
import { RegisterDialog } from "./RegisterDialog";

/** Each dialog is mounted only while it is open, so closing resets its form. */
export default function AuthDialogs() {
  const open = useDialogs((dialogs) => dialogs.open);
  return (
    <>
      {open === "login" && <LoginDialog />}
      {open === "register" && <RegisterDialog />}
    </>
  );
}
