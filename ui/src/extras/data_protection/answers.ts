import type { components } from "@shared/api/schema";
import type { Answer } from "@shared/api/useGet";

export const PATH = "/api/player/data-protection";
export const NOTICES = "/api/player/data-protection/notices";
export const EXPORT = "/api/player/data-protection/export";
export const ERASURE = "/api/player/data-protection/erasure";
export const CODE = "/api/player/data-protection/erasure/code";
export const CONSENTS = "/api/player/data-protection/consents";
export const VERSIONS = "/api/legal/versions";

export type DataProtection = Answer<typeof PATH>;
export type Notices = Answer<typeof NOTICES>;
export type Version = Notices["consents"][number];
export type PendingErasure = components["schemas"]["PendingErasure"];
export type AccountExport = components["schemas"]["AccountExport"];

/** The section of the profile with the export and the erasure. */
export const DATA_PAGE = "/player?tab=profile&section=privacy";
