import * as text from "text:auth";
import * as shared from "text:shared";
import { Banner } from "@shared/components/Banner";
import { Button, LinkButton } from "@shared/components/Button";
import { Icon } from "@shared/components/Icon";
import { paths } from "@shared/paths";
import { useDialogs } from "@shared/stores/dialogs";
import { useSession } from "@shared/stores/session";
import { useEffect, useState } from "react";
import * as css from "./welcome.module.css";

const STAYS_MS = 6000;

/** Greets a new player; leaves by itself unless it is pointed at or has the focus. */
export function WelcomeNotice() {
  const hide = useDialogs(({ close }) => close);
  const name = useSession(({ user }) => user?.username);
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(hide, STAYS_MS);
    return () => clearTimeout(timer);
  }, [isHeld, hide]);
  if (name === undefined) return null;
  const close = () => {
    hide();
    document.getElementById("main")?.focus({ preventScroll: true });
  };
  const actions = (
    <span className={css.actions}>
      <LinkButton to={paths.download} onClick={hide}>
        {shared.download}
      </LinkButton>
      <Button look="ghost" icon aria-label={shared.dismiss} onClick={close}>
        <Icon name="close" />
      </Button>
    </span>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only keep the notice
    <div
      className={css.notice}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Banner tone="good" icon="check" title={text.welcome({ name })} action={actions}>
        {text.welcomeText}
      </Banner>
    </div>
  );
}
