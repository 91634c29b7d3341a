import type { ReactNode } from "react";
import * as utility from "../styles/utility.module.css";
import { Picture, type Source } from "./Picture";
import * as css from "./page-head.module.css";

interface PageHeadProps {
  title: ReactNode;
  picture: Source;
  /** The crop of the picture. */
  scene: "siege" | "colosseum" | "harbour" | "gate" | "valley" | "boss" | "forest";
  /** Less than half as high: what is below comes first. */
  short?: boolean;
  children?: ReactNode;
}

/** The dark, cropped scene of a phone needs no pixel for each of the screen's; `pages.json` preloads the same size. */
const SIZES = "(width < 560px) 320px, 100vw";

/** Title of an inner page over a scene of its own. */
export function PageHead({ title, picture, scene, short, children }: PageHeadProps) {
  return (
    <div className={css.head} data-scene={scene} data-short={short || undefined}>
      <Picture source={picture} sizes={SIZES} className={css.picture} fetchPriority="high" />
      <div className={utility.wrap}>
        <h1>{title}</h1>
        {children && <p>{children}</p>}
      </div>
    </div>
  );
}
