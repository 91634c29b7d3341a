import { code } from "text:language";
import { useSite } from "@shared/api/useSite";
import { Icon } from "@shared/components/Icon";
import * as utility from "@shared/styles/utility.module.css";
import { useEffect, useState } from "react";
import * as css from "./header.module.css";

const REFRESH_MS = 60_000;
const TICK_MS = 5000;

/** The operator's notices, under the header of every page. The service lists those that have begun. */
export function Notices() {
  const { data } = useSite(REFRESH_MS);
  const now = useNow();
  const notices = data?.notices.filter(({ until }) => until === null || Date.parse(until) > now) ?? [];
  return (
    <div className={css.notices} role="status">
      {notices.map(({ text, texts }) => (
        <p key={text} className={utility.wrap}>
          <Icon name="info" />
          <span dir="auto">{texts[code as keyof typeof texts] ?? text}</span>
        </p>
      ))}
    </div>
  );
}

/** Zero in the first frame, which shows what the service lists. */
function useNow(): number {
  const [now, setNow] = useState(0);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
