interface Subject {
  name: string;
  /** Address of the page. */
  page: string;
  /** Address of the picture. */
  picture: string;
}

/** Codes that show a picture on another site and lead to the page. Names come from the game, so they are escaped. */
export const SIGNATURE_CODES: Readonly<Record<string, (subject: Subject) => string>> = {
  BBCode: ({ page, picture }) => `[url=${strict(page)}][img]${strict(picture)}[/img][/url]`,
  HTML: ({ name, page, picture }) =>
    `<a href="${strict(page)}"><img src="${strict(picture)}" alt="${escapeHtml(name)}"></a>`,
  Markdown: ({ name, page, picture }) => `[![${escapeMarkdown(name)}](${strict(picture)})](${strict(page)})`,
};

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

const escapeMarkdown = (text: string) => text.replace(/[\\[\]`*_<>&!]/g, "\\$&");

/** Encodes what ends an address in one of the codes. */
const strict = (address: string) => address.replace(/[()[\]'"]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
