import * as text from "text:push";
import * as shared from "text:shared";
import { Button } from "@shared/components/Button";
import { useDialogs } from "@shared/stores/dialogs";
import * as css from "./push.module.css";

/** In place of the choices, for visitors. */
export function SignIn() {
  const show = useDialogs((dialogs) => dialogs.show);
  return (
    <div className={css.sign}>
      <p>{text.signIn}</p>
      <Button onClick={() => show("login")}>{shared.login}</Button>
    </div>
  );
}
