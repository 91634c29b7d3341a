import * as text from "text:profile";
import { useGet } from "@shared/api/useGet";
import { Banner } from "@shared/components/Banner";
import { Button, LinkButton } from "@shared/components/Button";
import * as layout from "@shared/styles/layout.module.css";
import { PATH, save } from "./privacyLevel";
import { searchOf } from "./sections";

/** Says what is public, until the player has chosen. */
export function PrivacyNotice() {
  const { data } = useGet(PATH);
  if (!data || data.chosen_at !== null || data.level !== "public") return null;
  const keep = () => {
    save("public").catch(() => undefined);
  };
  const actions = (
    <span className={layout.cluster3}>
      <LinkButton look="secondary" to={searchOf("privacy")}>
        {text.privacyChoose}
      </LinkButton>
      <Button look="ghost" onClick={keep}>
        {text.privacyKeep}
      </Button>
    </span>
  );
  return (
    <Banner title={text.privacyNoticeTitle} action={actions}>
      {text.privacyNoticeText}
    </Banner>
  );
}
