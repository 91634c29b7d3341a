import type { Plugin } from "esbuild";

type Catalogues = Record<string, Record<string, unknown>>;

export function readCatalogues(folder?: string): Promise<Catalogues>;
export function textPlugin(catalogues: Catalogues, language: string, root: string): Plugin;
