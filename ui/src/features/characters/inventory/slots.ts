import type { Item } from "../queries";

export interface Slot {
  readonly id: number;
  readonly name: string;
}

/** Slots to the left and right of the silhouette: armour and the right hand, then jewellery and the left hand. */
export const LEFT: readonly Slot[] = [
  { id: 16, name: "Hair" },
  { id: 6, name: "Head" },
  { id: 10, name: "Chest" },
  { id: 11, name: "Legs" },
  { id: 9, name: "Gloves" },
  { id: 12, name: "Feet" },
  { id: 0, name: "Shirt" },
  { id: 7, name: "Right hand" },
];
export const RIGHT: readonly Slot[] = [
  { id: 15, name: "Face" },
  { id: 3, name: "Neck" },
  { id: 1, name: "Left ear" },
  { id: 2, name: "Right ear" },
  { id: 4, name: "Left finger" },
  { id: 5, name: "Right finger" },
  { id: 13, name: "Cloak" },
  { id: 8, name: "Left hand" },
];

/** Chest, legs, head, gloves and feet. */
export const SET_SLOTS: readonly number[] = [10, 11, 6, 9, 12];

const [CHEST, LEGS, RIGHT_HAND, LEFT_HAND, FACE, HAIR, HAIR_AND_FACE] = [10, 11, 7, 8, 15, 16, 17];

/** Items that block a second slot, by the slot name that the API gives them. */
const COVERING = [
  { slot: RIGHT_HAND, names: ["Both hands"], blocks: LEFT_HAND },
  { slot: CHEST, names: ["Chest and legs", "Whole body"], blocks: LEGS },
  { slot: HAIR_AND_FACE, names: null, blocks: FACE },
] as const;

export interface SlotContent {
  readonly name: string;
  readonly item: Item | null;
  /** True if the slot is empty but blocked by `item`. */
  readonly isBlocked: boolean;
}

/** Returns the item in a slot, or the item that blocks it. */
export function itemInSlot({ id, name }: Slot, equippedItems: readonly Item[]): SlotContent {
  const at = (slot: number | undefined) => equippedItems.find(({ slot_id }) => slot_id === slot) ?? null;
  const ownItem = at(id) ?? (id === HAIR ? at(HAIR_AND_FACE) : null);
  if (ownItem) return { name: ownItem.slot_name ?? name, item: ownItem, isBlocked: false };
  const coveringItems = COVERING.filter(({ blocks }) => blocks === id).map(({ slot, names }) =>
    covers(at(slot), names),
  );
  const item = coveringItems.find((candidate) => candidate !== null) ?? null;
  return { name, item, isBlocked: item !== null };
}

const covers = (item: Item | null, names: readonly string[] | null): Item | null =>
  item && (names === null || names.includes(item.slot_name ?? "")) ? item : null;
