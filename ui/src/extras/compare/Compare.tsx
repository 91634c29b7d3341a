import searches from "panel-names:search";
import * as text from "text:compare";
import * as gameText from "text:game";
import { subjectTitles } from "text:pages";
import * as shared from "text:shared";
import { ApiError } from "@shared/api/client";
import { useGet } from "@shared/api/useGet";
import { BANNERS } from "@shared/banners";
import { comparePath } from "@shared/comparePath";
import { Button } from "@shared/components/Button";
import { CharacterName, ClanName } from "@shared/components/CharacterName";
import { ErrorState } from "@shared/components/ErrorState";
import { Icon } from "@shared/components/Icon";
import NoPublicPage from "@shared/components/NoPublicPage";
import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import { useSiteTexts } from "@shared/content";
import { CRESTS } from "@shared/emblems";
import { usePanels } from "@shared/panels";
import { nameOfRace } from "@shared/races";
import { useSubjectPaths } from "@shared/SubjectPaths";
import { useDialogs } from "@shared/stores/dialogs";
import * as utility from "@shared/styles/utility.module.css";
import { nameInTitle, useNamesInPath } from "@shared/useNameInPath";
import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import * as css from "./compare.module.css";
import { KillsOfBoth } from "./KillsOfBoth";
import { type ComparedRow, type Comparison, rowsOf, type Side } from "./rows";

const SIDES = [0, 1] as const;

/** Two characters beside each other. A hidden one answers as on its own page. */
export default function Compare() {
  const names = useNamesInPath("/compare/:left/:right");
  const [left = "", right = ""] = names.map(encodeURIComponent);
  const { data, error } = useGet(`/api/compare/${left}/${right}` as "/api/compare/{left}/{right}");
  const { name: site, game } = useSiteTexts();
  const pageTitle = data && text.versus({ left: data.left.char_name, right: data.right.char_name });
  useEffect(() => {
    if (pageTitle) document.title = subjectTitles["/compare/:left/:right"]({ title: pageTitle, name: site, game });
  }, [pageTitle, site, game]);
  if (data === null || (error instanceof ApiError && error.status === 404)) return <NoPublicPage />;
  if (error && !data)
    return (
      <>
        <div className={css.head}>
          <h1 className={utility.wrap}>{text.versus({ left: nameOf(names[0]), right: nameOf(names[1]) })}</h1>
        </div>
        <ErrorState title={text.failed} />
      </>
    );
  if (!data)
    return (
      <div className={utility.wrap} role="status">
        <span className={utility.hidden}>{text.loading}</span>
        <Skeleton className={css.loading} />
      </div>
    );
  return <Sides data={data} addresses={[left, right]} />;
}

const nameOf = (name = "") => nameInTitle(name);

function Sides({ data, addresses }: { data: Comparison; addresses: readonly [string, string] }) {
  const navigate = useNavigate();
  const show = useDialogs((dialogs) => dialogs.show);
  const sides = [data.left, data.right] as const;
  const { characterPath } = useSubjectPaths();
  const hasSearch = usePanels(searches).length > 0;
  const swappedPath = comparePath(characterPath, data.right, data.left);
  const rows = rowsOf(data);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest("input, select, textarea, dialog");
      if (event.key.toLowerCase() !== "s" || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      navigate(swappedPath, { replace: true });
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [navigate, swappedPath]);
  const change = (side: 0 | 1) =>
    show("search", (character) =>
      comparePath(characterPath, side === 0 ? character : data.left, side === 1 ? character : data.right),
    );
  return (
    <>
      <div className={css.head}>
        <h1 className={utility.hidden}>{text.versus({ left: data.left.char_name, right: data.right.char_name })}</h1>
        <div className={`${utility.wrap} ${css.sides}`}>
          <Character side={data.left} />
          <div className={css.versus}>
            <span aria-hidden="true">{text.vs}</span>
            <Button look="ghost" icon aria-label={text.swap} onClick={() => navigate(swappedPath, { replace: true })}>
              <Icon name="refresh" />
            </Button>
          </div>
          <Character side={data.right} />
        </div>
      </div>
      <div className={utility.wrap}>
        <div className={css.tools}>
          {hasSearch &&
            SIDES.map((side) => (
              <Button key={side} onClick={() => change(side)}>
                <Icon name="search" />
                {side === 0 ? text.changeLeft : text.changeRight}
              </Button>
            ))}
        </div>
        <Verdict rows={rows} sides={sides} />
        <Panel padded as="ul" className={css.rows} aria-label={shared.figures}>
          {rows.map((row) => (
            <Figure key={row.label + (row.note ?? "")} row={row} sides={sides} />
          ))}
        </Panel>
        <KillsOfBoth sides={sides} addresses={addresses} />
        <p className={css.note}>{text.refreshed}</p>
      </div>
    </>
  );
}

function Character({ side }: { side: Side }) {
  return (
    <div className={css.character}>
      <div className={css.banner}>
        <img src={BANNERS[side.race]} width={132} height={218} alt="" />
        <b>
          <span className={utility.hidden}>{gameText.level}</span> {side.level}
        </b>
      </div>
      <div>
        <p className={css.name}>
          <CharacterName {...side} privacy="public" />
        </p>
        <p>
          <img src={CRESTS[side.race]} width={22} height={22} alt={nameOfRace(side)} /> {side.class_name}
        </p>
        <p>
          {side.clan_name === null ? (
            <span className={utility.muted}>{shared.noClan}</span>
          ) : (
            <ClanName name={side.clan_name} id={side.clan_id} hidden={side.clan_hidden} />
          )}
        </p>
      </div>
    </div>
  );
}

function Verdict({ rows, sides }: { rows: readonly ComparedRow[]; sides: readonly [Side, Side] }) {
  const [a, b] = SIDES.map((side) => rows.filter(({ leader }) => leader === side).length) as [number, number];
  const best = a >= b ? 0 : 1;
  const leads = { name: sides[best].char_name, count: Math.max(a, b), total: String(rows.length) };
  return (
    <Panel padded className={css.verdict}>
      <b>{a}</b>
      <p>{a === b ? text.tied : text.leadsIn(leads)}</p>
      <b data-right="">{b}</b>
    </Panel>
  );
}

function Figure({ row, sides }: { row: ComparedRow; sides: readonly [Side, Side] }) {
  const max = Math.max(...row.values, 1);
  return (
    <li>
      <p className={css.label}>
        {row.label}
        {row.note && <small>{row.note}</small>}
      </p>
      {SIDES.map((side) => {
        const length = (100 * row.values[side]) / max;
        return (
          <div key={side} className={side === 0 ? css.left : css.right} data-leads={row.leader === side || undefined}>
            <span>
              <span className={utility.hidden}>{sides[side].char_name}: </span>
              {row.texts[side]}
              {row.leader === side && <span className={utility.hidden}>, {text.leads}</span>}
            </span>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect x={side === 0 ? 100 - length : 0} width={length} height={10} />
            </svg>
          </div>
        );
      })}
    </li>
  );
}
