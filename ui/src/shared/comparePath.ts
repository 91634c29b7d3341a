import type { subjectPaths } from "./paths";

interface CharacterRef {
  char_name: string;
  char_id: number | null;
}

/** Returns the address of the page that compares two characters. */
export function comparePath(
  characterPath: ReturnType<typeof subjectPaths>["characterPath"],
  left: CharacterRef,
  right: CharacterRef,
): string {
  const names = [left, right].map(({ char_name, char_id }) => characterPath(char_name, char_id).slice(3));
  return ["/compare", ...names].join("/");
}
