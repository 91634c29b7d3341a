import { type Answer, useGet } from "@shared/api/useGet";

export type Character = Answer<"/api/player/characters">["data"][number];
export type Inventory = Answer<"/api/player/characters/{id}/items">;
export type Item = Inventory["inventory_items"][number];

export const useCharacters = () => useGet("/api/player/characters");

export const useCharacter = (id: number) => useGet(of(id, "/api/player/characters/{id}"));

export const useInventory = (id: number) => useGet(of(id, "/api/player/characters/{id}/items"));

/** Puts an id into a path and keeps the path's type. */
const of = <P extends string>(id: number, path: P) => path.replace("{id}", String(id)) as P;
