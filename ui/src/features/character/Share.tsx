import * as text from "text:character";
import { code } from "text:language";
import { AnchorButton, Button } from "@shared/components/Button";
import { Icon } from "@shared/components/Icon";
import { Section } from "@shared/components/Section";
import { characterPath, paths } from "@shared/paths";
import { useState } from "react";
import * as css from "./character.module.css";

/** The link preview, and the link. */
export function Share({ name, id }: { name: string; id: number }) {
  const [isCopied, setCopied] = useState(false);
  const picture = `/share/character/${characterPath(name, id).slice(paths.character.indexOf(":"))}.${code}.jpg`;
  // The clipboard API exists only over https; elsewhere the address bar has the link.
  const copy = () =>
    navigator.clipboard?.writeText(window.location.href).then(
      () => setCopied(true),
      () => undefined,
    );
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
        <Button onClick={() => void copy()}>
          <Icon name={isCopied ? "check" : "copy"} />
          {isCopied ? text.copied : text.copyLink}
        </Button>
        <AnchorButton look="ghost" href={picture} download={`${name}.jpg`}>
          {text.savePicture}
        </AnchorButton>
      </div>
    </Section>
  );
}
