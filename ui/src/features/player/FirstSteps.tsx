import forest from "art:scene-elven-forest";
import * as text from "text:player";
import { useGet } from "@shared/api/useGet";
import { LinkButton } from "@shared/components/Button";
import { Icon } from "@shared/components/Icon";
import { Panel } from "@shared/components/Panel";
import { Picture } from "@shared/components/Picture";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { paths } from "@shared/paths";
import { readChoice } from "@shared/stores/storage";
import type { ReactNode } from "react";
import * as css from "./first-steps.module.css";

/** The service sees a new character within a minute. */
const ASK_AGAIN_MS = 60_000;

/** The way to the first character, until there is one. */
export function FirstSteps({ username, tab }: { username: string; tab: "profile" | "characters" }) {
  const isMissing = useMissing(tab);
  if (!isMissing) return null;
  const hasClient = readChoice("client_downloaded") !== null;
  return (
    <Panel framed className={css.card} aria-label={text.steps}>
      <Picture source={forest} sizes="(width < 900px) 100vw, 50vw" className={css.picture} />
      <div className={css.lead}>
        <h2>{text.stepsTitle}</h2>
        <ol className={css.steps}>
          <Step number={1} title={text.accountStep} isDone>
            {username}
          </Step>
          <Step number={2} title={text.clientStep} isDone={hasClient} isNext={!hasClient}>
            {text.clientText}
            <LinkButton look={hasClient ? "secondary" : "primary"} to={paths.download}>
              <Icon name="download" />
              {text.toDownload}
            </LinkButton>
          </Step>
          <Step number={3} title={text.gameStep} isNext={hasClient}>
            {text.gameText}
          </Step>
        </ol>
      </div>
    </Panel>
  );
}

/** Returns whether the account has no character, by the answer that the tab reads anyway. */
function useMissing(tab: "profile" | "characters"): boolean {
  const { data: profile } = useGet(tab === "profile" ? "/api/player/profile" : null, undefined, {
    refreshInterval: (profile) => (profile?.total_characters === 0 ? ASK_AGAIN_MS : 0),
  });
  const { data: characters } = useGet(tab === "characters" ? "/api/player/characters" : null, undefined, {
    refreshInterval: (characters) => (characters?.data.length === 0 ? ASK_AGAIN_MS : 0),
  });
  return tab === "profile" ? profile?.total_characters === 0 : characters?.data.length === 0;
}

interface StepProps {
  number: number;
  title: string;
  isDone?: boolean;
  isNext?: boolean;
  children: ReactNode;
}

function Step({ number, title, isDone = false, isNext = false, children }: StepProps) {
  return (
    <li aria-current={isNext ? "step" : undefined} data-done={isDone || undefined}>
      <span className={css.mark}>
        {isDone ? <Icon name="check" /> : number}
        {isDone && <VisuallyHidden>{text.done} </VisuallyHidden>}
      </span>
      <div>
        <h3>{title}</h3>
        {children}
      </div>
    </li>
  );
}
