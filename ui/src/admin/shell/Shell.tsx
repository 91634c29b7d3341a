import * as text from "text:admin";
import * as shared from "text:shared";
import { Button } from "@shared/components/Button";
import { type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { SEARCH_PAGE, useAllowedPages } from "../pages";
import { Icon } from "../parts/Icon";
import { UndoBar } from "../parts/UndoBar";
import { AdminRoutes } from "./AdminRoutes";
import { KeysDialog } from "./KeysDialog";
import { Rail } from "./Rail";
import * as css from "./shell.module.css";
import { TABLE_KEYS } from "./tableKeys";
import { useKeys } from "./useKeys";

/** The frame of all pages: menu, search field, keys. */
export function Shell() {
  const allowedPages = useAllowedPages();
  const pages = useMemo(
    () => allowedPages.filter(({ path }, index) => allowedPages.findIndex((page) => page.path === path) === index),
    [allowedPages],
  );
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [areKeysShown, setKeysShown] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const actions = useMemo(
    () => ({
      "/": () => search.current?.focus(),
      "?": () => setKeysShown(true),
      ...TABLE_KEYS,
      ...Object.fromEntries(pages.map(({ key, path }) => [`g ${key}`, () => navigate(path)])),
    }),
    [pages, navigate],
  );
  useKeys(actions);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu
  useEffect(() => setMenuOpen(false), [pathname]);
  const find = (event: FormEvent) => {
    event.preventDefault();
    const searchText = search.current?.value.trim();
    if (searchText) navigate(`${SEARCH_PAGE}?q=${encodeURIComponent(searchText)}`);
  };
  return (
    <div className={css.shell} data-menu={isMenuOpen ? "open" : undefined}>
      <a className={css.skip} href="#main">
        {text.skip}
      </a>
      <Rail pages={pages} />
      <div>
        <header className={css.top}>
          <button
            type="button"
            className={css.menu}
            aria-label={shared.menu}
            aria-controls="rail"
            aria-expanded={isMenuOpen}
            onClick={() => setMenuOpen(!isMenuOpen)}
          >
            <Icon name={isMenuOpen ? "close" : "menu"} />
          </button>
          {pages.some(({ path }) => path === SEARCH_PAGE) && (
            <search className={css.finder}>
              <Icon name="search" />
              <form onSubmit={find}>
                <input ref={search} type="search" aria-label={text.searchHint} placeholder={text.searchHint} />
              </form>
              <kbd>/</kbd>
            </search>
          )}
          <Button
            look="ghost"
            icon
            className={css.keysButton}
            aria-label={text.keys}
            onClick={() => setKeysShown(true)}
          >
            ?
          </Button>
        </header>
        <main id="main" tabIndex={-1}>
          <AdminRoutes pages={allowedPages} />
        </main>
        <UndoBar />
      </div>
      {areKeysShown && <KeysDialog pages={pages} onClose={() => setKeysShown(false)} />}
    </div>
  );
}
