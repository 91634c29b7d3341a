import * as contentFields from "text:contentFields";
import * as text from "text:download";
import { Glyph, Icon } from "@shared/components/Icon";
import { LATER_ICONS } from "@shared/components/laterIcons";
import { useContent } from "@shared/content";
import { CollapsibleSection } from "./CollapsibleSection";
import * as css from "./collapsible-section.module.css";
import { ICONS } from "./icons";

export function InstallationGuide() {
  const { steps, help } = useContent("downloads").installation_guide;
  return (
    <CollapsibleSection title={text.guide} glyph={LATER_ICONS.general}>
      <div className={css.guide}>
        <ol className={css.steps}>
          {steps.map(({ title, text: step }) => (
            <li key={title}>
              <div>
                <b>{title}</b>
                <p>{step}</p>
              </div>
            </li>
          ))}
        </ol>
        <aside className={css.help} aria-label={contentFields.help}>
          <Glyph path={ICONS.help} className={css.helpIcon} />
          <div>
            <p>{help.text}</p>
            <p className={css.links}>
              <ExternalLink href={help.chat_url}>{text.chat}</ExternalLink>
              <ExternalLink href={help.forum_url}>{text.forum}</ExternalLink>
            </p>
          </div>
        </aside>
      </div>
    </CollapsibleSection>
  );
}

const ExternalLink = ({ href, children }: { href: string; children: string }) => (
  <a href={href} target="_blank" rel="noopener noreferrer">
    {children}
    <Icon name="outside" className={css.outside} />
  </a>
);
