import info from "@content/server-info.json";
import type { components } from "@shared/api/schema";

export type ServerInfo = Required<components["schemas"]["ServerInfo"]>;

export const useContent = (_part: "info"): ServerInfo => info as ServerInfo;
