import * as text from "text:character";
import { code } from "text:language";
import * as shared from "text:shared";
import { useIsHydrated } from "@shared/api/firstFrame";
import { AnchorButton } from "@shared/components/Button";
import { CopyButton } from "@shared/components/CopyButton";
import { Section } from "@shared/components/Section";
import { paths } from "@shared/paths";
import { useSubjectPaths } from "@shared/SubjectPaths";
import * as css from "./character.module.css";

/** The link preview, and the link. */
export function Share({ name, id }: { name: string; id: number }) {
  const isHydrated = useIsHydrated();
  const { characterPath } = useSubjectPaths();
  const picture = `/share/character/${characterPath(name, id).slice(paths.character.indexOf(":"))}.${code}.jpg`;
  return (
    <Section title={text.share}>
      <img
        className={css.preview}
        src={picture}
        width={1200}
        height={630}
        loading="lazy"
        alt={text.shareAlt({ name })}
      />
      <div className={css.actions}>
        <CopyButton value={isHydrated ? window.location.href : ""} copiedText={shared.copied}>
          {text.copyLink}
        </CopyButton>
        <AnchorButton look="ghost" href={picture} download={`${name}.jpg`}>
          {text.savePicture}
        </AnchorButton>
      </div>
    </Section>
  );
}
