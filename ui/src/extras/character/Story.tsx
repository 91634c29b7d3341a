import * as text from "text:character";
import { ApiError } from "@shared/api/client";
import { useGet } from "@shared/api/useGet";
import { Section } from "@shared/components/Section";
import { Activity } from "./Activity";
import { Milestones } from "./Milestones";
import { Pending } from "./Pending";
import { StorySkeleton } from "./StorySkeleton";
import * as css from "./story.module.css";
import { useDays } from "./useDays";

const MILESTONES = 4;

/** Activity and milestones of a character on its owner's profile; nothing without history. */
export default function Story({ id }: { id: number }) {
  const path = `/api/player/pages/~${id}` as "/api/player/pages/{name}";
  const { data: page, error } = useGet(path);
  const { history, days, isNew, error: historyError, retry } = useDays(path, page);
  if (!page) return error instanceof ApiError ? null : <StorySkeleton />;
  if (!page.progress || isNew) return null;
  return (
    <div className={css.story}>
      {history || !historyError ? (
        <Activity days={days} />
      ) : (
        <Section title={text.activity}>
          <Pending error={historyError} retry={retry} className={css.pending} />
        </Section>
      )}
      <Milestones page={page} progress={page.progress} limit={MILESTONES} />
    </div>
  );
}
