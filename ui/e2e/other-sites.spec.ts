/** Pictures for other sites: the badge, link previews and crests load in a page of another origin. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
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
  const pictures = ["/badge.svg", "/share/rankings.jpg", `/share/character/${name}.jpg`, crest];
  const query = [...pictures, "/api/server/status"].map((path) => `src=${encodeURIComponent(`${baseURL}${path}`)}`);
  const blocked: string[] = [];
  const forum = await context.newPage();
  forum.on("requestfailed", (request) => blocked.push(new URL(request.url()).pathname));
  await forum.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/?${query.join("&")}`);
  const widths = await forum
    .locator("img")
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth));
  expect(widths.map((width) => width > 0)).toEqual([true, true, true, true, false]);
  expect(blocked).toEqual(["/api/server/status"]);
});
