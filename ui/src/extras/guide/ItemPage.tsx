import forest from "art:scene-elven-forest";
import * as game from "text:game";
import * as text from "text:guide";
import { subjectTitles } from "text:pages";
import { useGet } from "@shared/api/useGet";
import { EmptyState } from "@shared/components/EmptyState";
import * as tile from "@shared/components/item-tile.module.css";
import { PageHead } from "@shared/components/PageHead";
import { Section } from "@shared/components/Section";
import { SubjectActions } from "@shared/components/SubjectActions";
import { useTitle } from "@shared/components/SubjectStates";
import type { Column } from "@shared/components/Table";
import { useSiteTexts } from "@shared/content";
import { formatNumber } from "@shared/format";
import { gradeOf, nameOfType } from "@shared/itemNames";
import { nameOfPlace } from "@shared/placeNames";
import * as utility from "@shared/styles/utility.module.css";
import type { Dropper, ItemAnswer } from "./answers";
import { formatPieces } from "./chances";
import { GuideStates } from "./GuideStates";
import { below, first, GuideTable, second, wide } from "./GuideTable";
import * as css from "./guide.module.css";
import { ItemDrawing, ItemLinks, MonsterName } from "./Names";
import { Odds } from "./Odds";
import { guidePaths } from "./paths";
import { Rates } from "./Rates";
import { Recipes, UsedIn } from "./Recipes";

export function ItemPage({ id }: { id: string }) {
  const { data, error } = useGet(`/api/items/${id}` as "/api/items/{item_id}");
  const { name, game } = useSiteTexts();
  useTitle(data && subjectTitles[guidePaths.item]({ title: data.name, name, game }));
  return (
    <GuideStates data={data} error={error} none={text.noItem}>
      {(item) => <LoadedItem item={item} />}
    </GuideStates>
  );
}

function LoadedItem({ item }: { item: ItemAnswer }) {
  const { id, name, droppers, dropper_count: count, made_by, used_in, sets } = item;
  return (
    <>
      <PageHead title={<bdi>{name}</bdi>} picture={forest} scene="forest" short>
        <span className={`${tile.item} ${css.kind}`} data-grade={item.grade}>
          <ItemDrawing item={item} />
          {[nameOfType(item), gradeOf(item)].filter(Boolean).join(" · ")}
          <SubjectActions kind="item" id={id} name={name} />
        </span>
      </PageHead>
      <div className={`${utility.wrap} ${css.page}`}>
        {droppers.length === 0 && <EmptyState title={text.noDroppers}>{text.noDroppersText}</EmptyState>}
        <GuideTable title={text.droppedBy} rows={droppers.filter(({ is_spoil }) => !is_spoil)} columns={DROPPERS} />
        <GuideTable title={text.spoiledFrom} rows={droppers.filter(({ is_spoil }) => is_spoil)} columns={DROPPERS} />
        {count > droppers.length && (
          <p className={css.note}>{text.mostOf({ count: droppers.length, total: formatNumber(count) })}</p>
        )}
        <Recipes title={text.madeBy} recipes={made_by} />
        <UsedIn item={id} recipes={used_in} />
        {sets.map((set) => (
          <Section key={set.parts.map(({ item_id }) => item_id).join()} title={text.setOf({ name: set.name })}>
            <ItemLinks items={set.shield ? [...set.parts, set.shield] : set.parts} />
            <Effects set={set} />
          </Section>
        ))}
        <Rates about={item.about} />
      </div>
    </>
  );
}

const DROPPERS: readonly Column<Dropper>[] = [
  { name: text.monster, show: (dropper) => <MonsterName monster={dropper} /> },
  { name: game.level, end: true, className: below, show: ({ level }) => formatNumber(level) },
  { name: text.chance, end: true, className: first, show: ({ chance }) => <Odds chance={chance} /> },
  { name: text.pieces, end: true, className: second, show: formatPieces },
  { name: text.place, className: wide, show: ({ zones }) => zones.map(nameOfPlace).join(", ") },
];

function Effects({ set: { skills, shield_skill, enchant_skill } }: { set: ItemAnswer["sets"][number] }) {
  const effects = [
    [text.wholeSet, skills.join(", ")],
    [text.withShield, shield_skill],
    [text.enchantedSet, enchant_skill],
  ] as const;
  return effects.map(
    ([label, skill]) =>
      skill && (
        <p key={label} className={css.note}>
          {label}: {skill}
        </p>
      ),
  );
}
