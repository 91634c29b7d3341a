import * as text from "text:adminContent";
import { get } from "@shared/api/client";
import { address } from "@shared/api/useGet";
import useSWR from "swr";
import type { Body } from "../api/useAdmin";
import type { ChangeTarget } from "../parts/undo";
import type { Edit } from "./drafts";

/** The save that writes the files as they were: undefined while they are read, null if it cannot be offered. */
export function useUndoneSave(edits: readonly Edit[]): ChangeTarget | null | undefined {
  const { data, error } = useSWR(["content undo", JSON.stringify(edits)], () => Promise.all(edits.map(opposite)));
  if (!data) return error ? null : undefined;
  if (data.some((edit) => edit === null)) return null;
  return {
    title: text.undoSave,
    action: text.undoSave,
    method: "PUT",
    path: "/api/admin/content",
    form: { edits: data },
  };
}

async function opposite({ path, hash, text: newText, upload }: Edit): Promise<Edit | null> {
  const newHash = upload ?? (newText === null ? "" : await sha256(newText));
  if (newHash === null) return null;
  if (hash === "") return { path, hash: newHash, text: null };
  if (path.startsWith("pictures/")) return { path, hash: newHash, text: null, upload: hash };
  const file = await get<Body<"ContentFileText">>(address("/api/admin/content/file", { path }));
  return file.hash === hash && file.text !== null ? { path, hash: newHash, text: file.text } : null;
}

/** Null without the browser's cryptography, as on plain HTTP. */
async function sha256(body: string): Promise<string | null> {
  if (!globalThis.isSecureContext) return null;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
