import type { OwnCharacter } from "@shared/panels";
import { whenVisible } from "@shared/whenVisible";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { StorySkeleton } from "./StorySkeleton";
import { useOwnPage } from "./useOwnPage";

const Story = lazy(() => import("./Story"));

/** The story of the main character on its owner's profile, if it has a page; asked for when it comes near. */
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
  return (
    <div ref={place}>
      <Suspense fallback={<StorySkeleton />}>
        {isNear && page && character ? <Story id={character.id} /> : <StorySkeleton />}
      </Suspense>
    </div>
  );
}
