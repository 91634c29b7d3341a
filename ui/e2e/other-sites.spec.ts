/** Pictures for other sites: the badge, link previews and crests load in a page of another origin. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { test as unitTest } from "@playwright/test";
import { SIGNATURE_CODES } from "../src/extras/character/signatureCodes";
import { expect, test } from "./helpers";

let server: Server;

/** A forum at another origin; it shows the pictures that its query names. */
test.beforeAll(async () => {
  server = createServer((request, response) => {
    const pictures = new URL(request.url ?? "/", "http://localhost").searchParams.getAll("src");
    response.setHeader("content-type", "text/html");
    response.end(`<!doctype html>${pictures.map((src) => `<img src="${src}">`).join("")}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

test.afterAll(() => server.close());

test("the badge, link previews and crests load on another site, data does not", { tag: "@images" }, async ({
  page,
  context,
  baseURL,
}) => {
  const rankings = await (await page.request.get("/api/rankings/pvp")).json();
  const clans = await (await page.request.get("/api/clans")).json();
  const crest = clans.data.find((clan: { crest?: string | null }) => clan.crest)?.crest;
  const name = rankings.data.find((row: { char_name: string }) => /^\w+$/.test(row.char_name)).char_name;
  const drawn = [`/share/character/${name}.jpg`, `/share/signature/${name}.en.png`, `/share/card/${name}.en.png`];
  const pictures = ["/badge.svg", "/share/rankings.jpg", ...drawn, crest];
  const query = [...pictures, "/api/server/status"].map((path) => `src=${encodeURIComponent(`${baseURL}${path}`)}`);
  const blocked: string[] = [];
  const forum = await context.newPage();
  forum.on("requestfailed", (request) => blocked.push(new URL(request.url()).pathname));
  await forum.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/?${query.join("&")}`);
  const widths = await forum
    .locator("img")
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth));
  expect(widths.map((width) => width > 0)).toEqual([...pictures.map(() => true), false]);
  expect(blocked).toEqual(["/api/server/status"]);
});

test("the page of a character has the codes of its signature, for visitors too", { tag: "@images" }, async ({
  page,
  baseURL,
}) => {
  await page.goto("/c/Aurelion");
  const panel = page.getByRole("region", { name: "Signature" });
  const [link, picture] = [`${baseURL}/c/Aurelion`, `${baseURL}/share/signature/Aurelion.en.png`];
  await expect(panel.getByLabel("BBCode", { exact: true })).toHaveValue(`[url=${link}][img]${picture}[/img][/url]`);
  await expect(panel.getByLabel("HTML", { exact: true })).toHaveValue(
    `<a href="${link}"><img src="${picture}" alt="Aurelion"></a>`,
  );
  await expect(panel.getByLabel("Markdown", { exact: true })).toHaveValue(`[![Aurelion](${picture})](${link})`);
  await panel.getByRole("button", { name: "Card" }).click();
  await expect(panel.getByLabel("Address", { exact: true })).toHaveValue(`${baseURL}/share/card/Aurelion.en.png`);
  await panel.getByRole("img").scrollIntoViewIfNeeded();
  await expect.poll(() => panel.getByRole("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200);
});

unitTest("names of the game are escaped in the codes", () => {
  const subject = { name: '"><b>[x]', page: "https://s.example/c/~7", picture: "https://s.example/(1).png" };
  const codes = Object.values(SIGNATURE_CODES).map((codeOf) => codeOf(subject));
  expect(codes).toEqual([
    "[url=https://s.example/c/~7][img]https://s.example/%281%29.png[/img][/url]",
    '<a href="https://s.example/c/~7"><img src="https://s.example/%281%29.png" alt="&quot;&gt;&lt;b&gt;[x]"></a>',
    String.raw`[!["\>\<b\>\[x\]](https://s.example/%281%29.png)](https://s.example/c/~7)`,
  ]);
});
