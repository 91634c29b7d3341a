import * as text from "text:watch";
import { getAside, put, remove } from "@shared/api/client";
import { errorText } from "@shared/api/errorText";
import { useGet } from "@shared/api/useGet";
import type { Subject } from "@shared/panels";
import { starKey } from "@shared/stores/starred";
import { useCallback, useEffect, useMemo } from "react";
import { type OwnStars, PATH } from "./answers";
import { clearBrowserStars, useBrowserStars } from "./browserStars";
import { showNotice } from "./notice";
import { keyOf, type Named } from "./subjects";

/** The header reads them on each page, and a session is restored without a check. */
const POLL = { refreshInterval: 60_000, keepPreviousData: false, fetcher: (path: string) => getAside<OwnStars>(path) };
const STARS = `${PATH}/stars`;

const add = (subjects: readonly Named[]) =>
  put<OwnStars>(STARS, { stars: subjects.map((subject) => ({ kind: subject.kind, key: keyOf(subject) })) });

/** Reads the account's stars at most once a minute, while the page is visible; takes over those of the browser. */
export function useAccountStars() {
  const { data, mutate } = useGet(PATH, undefined, POLL);
  const browserStars = useBrowserStars(({ stars }) => stars);
  const isRead = data !== undefined;
  useEffect(() => {
    if (!isRead || browserStars.length === 0) return;
    add(browserStars).then(
      (answer) => {
        clearBrowserStars();
        void mutate(answer, { revalidate: false });
      },
      () => undefined, // the browser keeps them until the next page
    );
  }, [isRead, browserStars, mutate]);
  const toggle = useCallback(
    (subject: Subject) => {
      if (!data) return;
      const { kind, id, name } = subject;
      const otherStars = data.stars.filter((star) => starKey(star) !== starKey(subject));
      const isStarred = otherStars.length < data.stars.length;
      if (!isStarred && data.stars.length >= data.limit) {
        showNotice(text.full({ count: data.limit }));
        return;
      }
      const star = { kind, id, name, key: keyOf(subject), since: new Date().toISOString() };
      const stars = isStarred ? otherStars : [star, ...otherStars];
      const send = isStarred
        ? remove(`${STARS}/${kind}/${keyOf(subject)}`).then(() => ({ ...data, stars }))
        : add([subject]).then((answer) => {
            if (!answer.stars.some((row) => starKey(row) === starKey(subject))) showNotice(text.notSaved({ name }));
            return answer;
          });
      mutate(send, { optimisticData: { ...data, stars }, revalidate: false }).catch((error: unknown) =>
        showNotice(errorText(error, text.notSaved({ name }))),
      );
    },
    [data, mutate],
  );
  const keys = useMemo(() => data && new Set([...data.stars, ...browserStars].map(starKey)), [data, browserStars]);
  return { keys, unread: data?.unread, toggle };
}
