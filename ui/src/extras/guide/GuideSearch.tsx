import * as text from "text:guide";
import * as shared from "text:shared";
import { Button } from "@shared/components/Button";
import { SearchField } from "@shared/components/Field";
import { Icon } from "@shared/components/Icon";
import { type FormEvent, useEffect, useRef } from "react";
import { useHref, useNavigate } from "react-router-dom";
import * as css from "./guide.module.css";
import { guidePaths } from "./paths";
import { SHORTEST } from "./view";

const LONGEST = 40;
const SETTLE_MS = 300;

interface GuideSearchProps {
  value?: string;
  /** Searches after a pause in typing, in place. */
  live?: boolean;
}

/** Works without scripts: the service renders the results of a text. */
export function GuideSearch({ value = "", live = false }: GuideSearchProps) {
  const navigate = useNavigate();
  const wait = useRef(0);
  const open = (search: string, replace: boolean) => {
    window.clearTimeout(wait.current);
    navigate(
      { pathname: guidePaths.entrance, search: search && `?${new URLSearchParams({ q: search })}` },
      { replace },
    );
  };
  useEffect(() => () => window.clearTimeout(wait.current), []);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    open(String(new FormData(event.currentTarget).get("q")).trim(), live);
  };
  const type = (typed: string) => {
    window.clearTimeout(wait.current);
    const search = typed.trim();
    if (live && search !== value && (search.length >= SHORTEST || search === ""))
      wait.current = window.setTimeout(() => open(search, true), SETTLE_MS);
  };
  return (
    <form className={css.search} action={useHref(guidePaths.entrance)} aria-label={shared.search} onSubmit={submit}>
      <SearchField
        name="q"
        label={text.itemOrMonster}
        defaultValue={value}
        minLength={SHORTEST}
        maxLength={LONGEST}
        required
        onChange={(event) => type(event.target.value)}
      />
      <Button type="submit" look="primary">
        <Icon name="search" />
        {shared.search}
      </Button>
    </form>
  );
}
