import type { OwnCharacter } from "@shared/panels";
import { paths } from "@shared/paths";
import { whenVisible } from "@shared/whenVisible";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { StorySkeleton } from "./StorySkeleton";
import { useOwnPage } from "./useOwnPage";

const Story = lazy(() => import("./Story"));

/** The story of the main character on its owner's profile, if it has a public page; asked for when it comes near. */
export default function StoryPanel({ character }: { character: OwnCharacter | undefined }) {
  const page = useOwnPage(character);
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(
    () =>
      whenVisible(place.current, () => {
        setIsNear(true);
        return () => {};
      }),
    [],
  );
  if (page === null) return null;
  const name = page?.slice(paths.character.indexOf(":"));
  return (
    <div ref={place}>
      <Suspense fallback={<StorySkeleton />}>{isNear && name ? <Story name={name} /> : <StorySkeleton />}</Suspense>
    </div>
  );
}
