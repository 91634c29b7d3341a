import info from "@content/server-info.json";

export const useContent = (_part: "info") => info;
export type ServerInfo = typeof info;
