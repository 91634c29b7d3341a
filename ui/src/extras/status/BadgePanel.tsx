import { code as language } from "text:language";
import * as shared from "text:shared";
import * as text from "text:status";
import { useIsHydrated } from "@shared/api/firstFrame";
import { CopyButton } from "@shared/components/CopyButton";
import { Panel } from "@shared/components/Panel";
import { useSiteTexts } from "@shared/content";
import * as css from "./status.module.css";

/** Badges for other sites, and the code that shows one. */
export function BadgePanel() {
  const { name } = useSiteTexts();
  const isHydrated = useIsHydrated();
  const origin = isHydrated ? window.location.origin : "";
  const badge = `/badge.svg?language=${language}`;
  const code = `<a href="${origin}/status"><img src="${origin}${badge}" alt="${text.badgeAlt({ name })}"></a>`;
  return (
    <Panel padded>
      <h2>{text.badge}</h2>
      <div className={css.badges}>
        <img src={`${badge}&size=large`} alt={text.badgeLarge} width={320} height={88} loading="lazy" />
        <img src={badge} alt={text.badgeSmall} height={28} loading="lazy" />
      </div>
      <div className={css.code}>
        <code>{code}</code>
        <CopyButton value={code} copiedText={shared.copied}>
          {shared.copy}
        </CopyButton>
      </div>
    </Panel>
  );
}
