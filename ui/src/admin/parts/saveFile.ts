/** Lets the browser save a text as a file. */
export function saveFile(name: string, content: string, type: "text/plain" | "application/json"): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
