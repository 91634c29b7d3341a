import { lazy } from "react";
import type { LazyPart } from "./panels";

/** Returns the part of a panel that is loaded when it is first shown (ui/build/pages.mjs). */
export const lazyPanel = (load: NonNullable<LazyPart["load"]>): LazyPart => ({ Panel: lazy(load), load });
