import * as text from "text:adminContent";
import { Badge } from "@shared/components/Badge";
import { Button } from "@shared/components/Button";
import * as control from "@shared/components/field.module.css";
import { type ReactNode, useEffect, useRef } from "react";
import { small } from "../parts/density.module.css";
import * as layout from "../parts/layout.module.css";
import * as css from "./content.module.css";
import { fieldName, keyOf, type Place, useForm } from "./formContext";
import { ItemTools } from "./ItemTools";
import { ScalarField } from "./ScalarField";
import { blank, fieldsOf, resolve, titleOf } from "./schema";

/** Items with at most so many values stand in a row. */
const ROW_FIELDS = 3;

let nextId = 0;

/** The values of a table, or the items of a list. */
export function Part({ place, label }: { place: Place; label: string }) {
  return place.schema.type === "array" ? <ListFields place={place} label={label} /> : <TableFields place={place} />;
}

function TableFields({ place: { schema, path, value } }: { place: Place }) {
  const { root } = useForm();
  const { scalars, parts } = fieldsOf(schema, root);
  const of = (name: string) => (value as Record<string, unknown> | undefined)?.[name];
  return (
    <>
      {scalars.length > 0 && (
        <div className={css.fields}>
          {scalars.map((field) => (
            <ScalarField key={field.name} field={field} path={[...path, field.name]} value={of(field.name)} />
          ))}
        </div>
      )}
      {parts.map(({ name, schema: fieldSchema }) => (
        <Section
          key={name}
          label={fieldName(name)}
          place={{ schema: fieldSchema, path: [...path, name], value: of(name) }}
        />
      ))}
    </>
  );
}

interface SectionProps {
  label: string;
  place: Place;
  /** Added just now: it opens, and its first field gets the focus. */
  isNew?: boolean;
  children?: ReactNode;
}

/** A part that opens; one with a mistake opens by itself. */
function Section({ label, place, isNew = false, children }: SectionProps) {
  const { mistake } = useForm();
  const ref = useRef<HTMLDetailsElement>(null);
  const key = keyOf(place.path);
  const isMistaken = mistake?.key === key;
  const hasMistake = isMistaken || mistake?.key.startsWith(`${key}.`) || mistake?.key.startsWith(`${key}[`) || false;
  useEffect(() => {
    if (ref.current && (hasMistake || isNew)) ref.current.open = true;
    if (isNew) ref.current?.querySelector<HTMLElement>("input, select, textarea")?.focus();
  }, [hasMistake, isNew]);
  return (
    <details className={css.section} ref={ref}>
      <summary>
        {label}
        {Array.isArray(place.value) && <span className={css.count}>{place.value.length}</span>}
        {hasMistake && <Badge tone="bad">{text.hasMistake}</Badge>}
      </summary>
      <div className={layout.stack}>
        {isMistaken && <p className={control.error}>{mistake.reason}</p>}
        <Part place={place} label={label} />
        {children}
      </div>
    </details>
  );
}

/** The items of a list, which can be moved, removed and added. */
function ListFields({ place, label }: { place: Place; label: string }) {
  const { root, isReadOnly, onEdit } = useForm();
  const items = Array.isArray(place.value) ? place.value : [];
  const ids = useRef<number[]>([]);
  while (ids.current.length < items.length) ids.current.push(nextId++);
  ids.current.length = items.length;
  const addedId = useRef<number>(-1);
  const schema = resolve(place.schema.items ?? {}, root);
  const { scalars, parts } = fieldsOf(schema, root);
  const isRow = parts.length === 0 && scalars.length <= ROW_FIELDS;
  const move = (index: number) => {
    ids.current.splice(index, 2, ids.current[index + 1] ?? 0, ids.current[index] ?? 0);
    onEdit({ kind: "swap", path: place.path, index });
  };
  const remove = (index: number) => {
    ids.current.splice(index, 1);
    onEdit({ kind: "remove", path: place.path, index });
  };
  const add = () => {
    addedId.current = nextId++;
    ids.current.push(addedId.current);
    onEdit({ kind: "append", path: place.path, value: blank(schema, root) });
  };
  return (
    <>
      {items.map((value, index) => {
        const title = titleOf(schema, value) || `${label} ${index + 1}`;
        const id = ids.current[index];
        const itemPlace: Place = { schema, path: [...place.path, index], value };
        const tools = !isReadOnly && (
          <ItemTools
            title={title}
            isFirst={index === 0}
            isLast={index === items.length - 1}
            onMove={(by) => move(by < 0 ? index - 1 : index)}
            onRemove={() => remove(index)}
          />
        );
        return isRow ? (
          // biome-ignore lint/a11y/useSemanticElements: a legend does not wrap beside buttons
          <div className={css.item} role="group" aria-label={title} key={id}>
            <Part place={itemPlace} label={title} />
            {tools}
          </div>
        ) : (
          <Section label={title} place={itemPlace} isNew={id === addedId.current} key={id}>
            {tools}
          </Section>
        );
      })}
      {!isReadOnly && (
        <div>
          <Button className={small} aria-label={text.addItem({ name: label })} onClick={add}>
            {text.add}
          </Button>
        </div>
      )}
    </>
  );
}
