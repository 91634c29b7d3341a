import * as text from "text:ownDay";
import * as shared from "text:shared";
import { type Answer, useGet } from "@shared/api/useGet";
import { competitionTitle } from "@shared/competitionTitle";
import { Link } from "@shared/components/Link";
import { useInlineContent } from "@shared/content";
import { paths } from "@shared/paths";
import { competitionPath } from "@shared/reportPaths";
import type { ReactNode } from "react";
import * as css from "./own-day.module.css";
import type { Today } from "./today";

interface Line {
  key: string;
  at: string;
  to: string;
  text: ReactNode;
}

/** Ends since the last visit; of a competition by its last day. */
export function Ended({ ended, since }: { ended: Today["ended"]; since: number | undefined }) {
  const { on } = useInlineContent().extras;
  const { data } = useGet(on.includes("competitions") && since !== undefined ? "/api/competitions" : null);
  const lines = [...ended.map(lineOf), ...competitionLines(data, since)].sort((a, b) => b.at.localeCompare(a.at));
  return (
    <div className={css.ended}>
      {lines.length === 0 ? (
        <p>{since === undefined ? text.firstVisit : text.nothingEnded}</p>
      ) : (
        <>
          <p>{text.ended}</p>
          <ul>
            {lines.map(({ key, to, text: line }) => (
              <li key={key}>
                <Link to={to}>{line}</Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function lineOf({ kind, at, coins, name, path }: Today["ended"][number]): Line {
  const values = { coins: shared.coinCount({ count: coins ?? 0 }), name: name ?? "" };
  return {
    key: `${kind} ${at} ${name}`,
    at,
    to: path ?? `${paths.player}?tab=donations`,
    text: sentences[kind](values),
  };
}

const sentences: Record<Today["ended"][number]["kind"], (values: { coins: string; name: string }) => string> = {
  payment: text.kinds.payment,
  refund: () => text.kinds.refund,
  delivery: text.kinds.delivery,
  siege: text.kinds.siege,
};

function competitionLines(data: Answer<"/api/competitions"> | undefined, since: number | undefined): Line[] {
  if (!data || since === undefined) return [];
  const now = Date.now();
  return data.data
    .filter(({ ends_at }) => Date.parse(ends_at) > since * 1000 && Date.parse(ends_at) <= now)
    .map((competition) => ({
      key: `competition ${competition.id}`,
      at: competition.ends_at,
      to: competitionPath(competition.id),
      text: text.competition({ title: competitionTitle(competition) }),
    }));
}
