import type { OwnCharacter } from "@shared/panels";
import { paths } from "@shared/paths";
import { lazy, Suspense } from "react";
import { StorySkeleton } from "./StorySkeleton";
import { useOwnPage } from "./useOwnPage";

const Story = lazy(() => import("./Story"));

/** The story of the main character on its owner's profile, if it has a public page. */
export default function StoryPanel({ character }: { character: OwnCharacter | undefined }) {
  const page = useOwnPage(character);
  if (page === null) return null;
  const name = page?.slice(paths.character.indexOf(":"));
  return <Suspense fallback={<StorySkeleton />}>{name ? <Story name={name} /> : <StorySkeleton />}</Suspense>;
}
