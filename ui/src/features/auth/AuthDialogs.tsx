import { useDialogs } from "@shared/stores/dialogs";
import { LoginDialog } from "./LoginDialog";
import { RegisterDialog } from "./RegisterDialog";

/** Each dialog lives as long as it is open: whatever closes it resets its form. */
export default function AuthDialogs() {
  const open = useDialogs((dialogs) => dialogs.open);
  return (
    <>
      {open === "login" && <LoginDialog />}
      {open === "register" && <RegisterDialog />}
    </>
  );
}
