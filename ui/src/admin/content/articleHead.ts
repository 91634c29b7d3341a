export interface ArticleHead {
  readonly title: string;
  readonly date: string;
  readonly until: string;
}

const HEAD = /^---\r?\n([\s\S]*?\n)---(?:\r?\n|$)/;
/** Spaces at the end stay, since the next word may follow. */
const ENTRY = /^(title|date|until)\s*:\s*(.*)$/;

/** Splits an article; null for a text without a head of known lines, which is then edited as a whole. */
export function splitArticle(text: string): { head: ArticleHead; body: string } | null {
  const match = HEAD.exec(text);
  if (!match) return null;
  const entries = (match[1] ?? "")
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => ENTRY.exec(line));
  if (entries.some((entry) => entry === null)) return null;
  const values = Object.fromEntries(entries.map((entry) => [entry?.[1], entry?.[2] ?? ""]));
  const head = { title: values.title ?? "", date: values.date ?? "", until: values.until ?? "" };
  return { head, body: text.slice(match[0].length) };
}

export function joinArticle({ title, date, until }: ArticleHead, body: string): string {
  const head = `---\ntitle: ${title}\ndate: ${date}\n${until && `until: ${until}\n`}---\n`;
  return (body.includes("\r\n") ? head.replaceAll("\n", "\r\n") : head) + body;
}
