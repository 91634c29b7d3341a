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

/** Activity and milestones of a character on its owner's profile; nothing without history. `name`: as in an address. */
export default function Story({ name }: { name: string }) {
  const { data: page, error } = useGet(`/api/characters/${name}` as "/api/characters/{name}");
  const { history, days, isNew, error: historyError, retry } = useDays(name, page);
  if (!page) return error instanceof ApiError ? null : <StorySkeleton />;
  if (!page.progress || isNew) return null;
  return (
    <div className={css.story}>
      {history ? (
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
