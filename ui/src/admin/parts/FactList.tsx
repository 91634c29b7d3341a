import { classes } from "@shared/components/classes";
import { Fragment, type ReactNode } from "react";
import * as factList from "./fact-list.module.css";
import * as layout from "./layout.module.css";

export type Fact = readonly [name: string, value: ReactNode];

/** Names and values in two columns. In a panel they keep its padding. */
export const FactList = ({ facts, inPanel }: { facts: readonly Fact[]; inPanel?: boolean }) => (
  <dl className={classes(factList.facts, inPanel && layout.body)}>
    {facts.map(([name, value], index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list keeps no state
      <Fragment key={index}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </Fragment>
    ))}
  </dl>
);
