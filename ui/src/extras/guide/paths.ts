export const guidePaths = { entrance: "/guide", item: "/items/:id", monster: "/monsters/:id" } as const;

export const itemPath = (item: number): string => `/items/${item}`;
export const monsterPath = (monster: number): string => `/monsters/${monster}`;
