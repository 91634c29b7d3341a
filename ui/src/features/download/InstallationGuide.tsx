import { Icon } from "@shared/components/Icon";
import { GUIDE } from "./content";
import { Sheet } from "./Sheet";
import * as css from "./sheet.module.css";

export function InstallationGuide() {
  return (
    <Sheet title="Installation Guide" icon="general">
      <div className={css.guide}>
        <ol className={css.steps}>
          {GUIDE.steps.map(({ title, text }) => (
            <li key={title}>
              <div>
                <b>{title}</b>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ol>
        <aside className={css.help} aria-label="Help">
          <Icon name="help" className={css.helpIcon} />
          <div>
            <p>{GUIDE.help.text}</p>
            <p className={css.ways}>
              <Outside href={GUIDE.help.chat_url}>Chat server</Outside>
              <Outside href={GUIDE.help.forum_url}>Support forum</Outside>
            </p>
          </div>
        </aside>
      </div>
    </Sheet>
  );
}

const Outside = ({ href, children }: { href: string; children: string }) => (
  <a href={href} target="_blank" rel="noopener noreferrer">
    {children}
    <Icon name="outside" className={css.outside} />
  </a>
);
