import { lazy, Suspense } from "react";
import { StorySkeleton } from "./StorySkeleton";

const Story = lazy(() => import("./Story"));

/** The story of the main character on its owner's profile. `name`: empty until it is known to be public. */
export default function StoryPanel({ name }: { name: string }) {
  return <Suspense fallback={<StorySkeleton />}>{name ? <Story name={name} /> : <StorySkeleton />}</Suspense>;
}
