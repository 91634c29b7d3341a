import * as text from "text:watch";
import { Glyph } from "@shared/components/Icon";
import { Link } from "@shared/components/Link";
import { useSession } from "@shared/stores/session";
import { starKey, useStarred } from "@shared/stores/starred";
import { useEffect } from "react";
import { Bell } from "./Bell";
import * as css from "./bell.module.css";
import { followBrowserStars, toggleInBrowser, useBrowserStars } from "./browserStars";
import { STAR } from "./glyphs";
import { useNotice } from "./notice";
import { WATCH_PAGE } from "./subjects";
import { useAccountStars } from "./useAccountStars";

/** Keeps the stars of the page, and shows what is new: a bell with a session, a link to what a visitor has starred. */
export default function HeaderStars() {
  const isSession = useSession(({ isAuthenticated, isFrozen }) => isAuthenticated && !isFrozen);
  useEffect(() => () => useStarred.setState({ toggle: null }), []);
  return (
    <>
      {isSession ? <OfAccount /> : <OfBrowser />}
      <Failure />
    </>
  );
}

function OfBrowser() {
  const stars = useBrowserStars((state) => state.stars);
  useEffect(followBrowserStars, []);
  useEffect(() => useStarred.setState({ keys: new Set(stars.map(starKey)), toggle: toggleInBrowser }), [stars]);
  if (stars.length === 0) return null;
  return (
    <Link className={css.link} to={WATCH_PAGE} aria-label={text.title} title={text.title}>
      <Glyph path={STAR} />
    </Link>
  );
}

function OfAccount() {
  const { keys, unread, toggle } = useAccountStars();
  useEffect(() => useStarred.setState(keys ? { keys, toggle } : { toggle: null }), [keys, toggle]);
  return <Bell unread={unread} />;
}

/** Says why a star was not changed. */
function Failure() {
  const notice = useNotice((state) => state.notice);
  return (
    <p className={css.failure} role="alert" hidden={notice === null}>
      {notice}
    </p>
  );
}
