import type { Query } from "@shared/api/useGet";

type Category = NonNullable<Query<"/api/guide">["category"]>;

const CATEGORIES: readonly Category[] = ["weapon", "armor", "consumable", "spellbook", "money", "misc"];
const MAX_LEVEL = 100;
/** Letters of a search. */
export const SHORTEST = 2;

/** State of the entrance; the address keeps it. */
export type View = { readonly page: number } & (
  | { readonly kind: "all" }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "level"; readonly level: number }
  | { readonly kind: "category"; readonly category: Category }
);

const wholeNumber = (text: string | null, to: number) => {
  const value = text !== null && /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= to ? value : null;
};

/** Parses an address; invalid parts are ignored. */
export function parseView(query: URLSearchParams): View {
  const page = wholeNumber(query.get("page"), 999_999) ?? 1;
  const name = (query.get("q") ?? "").trim();
  if (name.length >= SHORTEST) return { kind: "name", name, page };
  const level = wholeNumber(query.get("level"), MAX_LEVEL);
  if (level !== null) return { kind: "level", level, page };
  const category = CATEGORIES.find((candidate) => candidate === query.get("category"));
  return category ? { kind: "category", category, page } : { kind: "all", page: 1 };
}

/** Parameters of a view, for the address and the API. */
export function queryOf(view: View): Partial<Query<"/api/guide">> {
  const page = view.page > 1 ? { page: view.page } : {};
  if (view.kind === "name") return { q: view.name, ...page };
  if (view.kind === "level") return { level: view.level, ...page };
  return view.kind === "category" ? { category: view.category, ...page } : {};
}

/** Query string of a view, as the service renders it: empty for the entrance alone. */
export function searchOf(view: View): string {
  const query = new URLSearchParams(Object.entries(queryOf(view)).map(([name, value]) => [name, String(value)]));
  return query.size > 0 ? `?${query}` : "";
}
