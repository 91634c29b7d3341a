import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type Page, type Route, test as unitTest } from "@playwright/test";
import { commitmentOf, decide, draw } from "../src/features/roulette/fairness";
import { expect, REQUEST_ERRORS, test } from "./helpers";
import { HISTORY, history, openRoulette, PAIR, ROTATE, SEEDS, spinRecord, WEIGHTS } from "./roulette-data";

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const COMMIT = "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55";
const BLOCK = "fe7c1367538d6ccf4d0be430bde1079389741a0e1ce752a5e8c7ae7321d1d6ec";

const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const verify = (page: Page) => page.getByRole("button", { name: "Verify in this browser" }).click();
const verdict = (page: Page) => page.getByRole("status").filter({ hasText: /^(This|These) / });
const checkSpin = (page: Page, id: string) => page.getByRole("button", { name: `Check spin ${id}` }).click();

unitTest("matches the published test vectors", async () => {
  expect(await commitmentOf(SEEDS.serverSeed)).toBe(COMMIT);
  const weights = [5000, 3000, 1500, 450, 49, 1];
  const draws = await Promise.all(Array.from({ length: 10 }, (_, nonce) => draw({ ...SEEDS, nonce }, weights)));
  expect(draws[0]?.blocks).toEqual([BLOCK]);
  expect(draws.map(({ position }) => position)).toEqual([0, 2, 1, 0, 2, 0, 1, 0, 0, 0]);
});

unitTest("rejection sampling skips biased numbers across blocks", async () => {
  const block = (...numbers: bigint[]) => new BigUint64Array(numbers.map(toBigEndian)).buffer;
  const limit = (2n ** 64n / 10_000n) * 10_000n;
  const blocks = [block(limit, limit + 1n, 2n ** 64n - 1n, limit), block(limit - 1n, 0n, 0n, 0n)];
  const draws = await decide(async (index) => blocks[index] ?? block(), [4000, 6000]);
  expect(draws).toMatchObject({ position: 1, point: 9999n, number: limit - 1n, limit });
  expect(draws.rejected).toHaveLength(4);
  expect(draws.blocks).toHaveLength(2);
  const boundary = await decide(async () => block(4000n, 0n, 0n, 0n), [4000, 6000]);
  expect(boundary.position).toBe(1);
});

/** Returns the number in big-endian byte order. */
const toBigEndian = (number: bigint) => {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, number);
  return view.getBigUint64(0, true);
};

const PYTHON = `
import hashlib, json, sys
from gateway.features.roulette.fairness import draw
weights = json.loads(sys.argv[1])
for i in range(10_000):
    drawn = draw(hashlib.sha256(b"%d" % i).hexdigest(), f"c-{i % 97}", i, weights)
    print(drawn.position, drawn.number, drawn.point, drawn.rejected)
`;

unitTest("service and page agree on 10,000 draws", async () => {
  const python = resolve(ROOT, ".venv/bin/python");
  const serviceDraws = execFileSync(python, ["-c", PYTHON, JSON.stringify(WEIGHTS)], { cwd: ROOT, encoding: "utf8" });
  const seedOf = (index: number) => createHash("sha256").update(String(index)).digest("hex");
  const pageDraws: string[] = [];
  for (let index = 0; index < 10_000; index++) {
    const seeds = { serverSeed: seedOf(index), clientSeed: `c-${index % 97}`, nonce: index };
    const { position, number, point, rejected } = await draw(seeds, WEIGHTS);
    pageDraws.push(`${position} ${number} ${point} ${rejected.length}`);
  }
  expect(pageDraws.join("\n")).toBe(serviceDraws.trimEnd());
});

test("verification names the failing step", async ({ page }) => {
  const fair = await spinRecord({ nonce: 3 });
  const wrongHash = await spinRecord({ nonce: 2, server_seed_hash: PAIR.server_seed_hash });
  const wrongPrize = await spinRecord({ nonce: 1, prize_won: 2, operator_verifiable: false });
  await openRoulette(page, { [HISTORY]: history(fair, wrongHash, wrongPrize) });
  await checkSpin(page, fair.id);
  await expect(page.getByRole("combobox", { name: "Spin" })).toBeFocused();
  await verify(page);
  await expect(verdict(page)).toContainText("This spin was fair.");
  await checkSpin(page, wrongHash.id);
  await expect(verdict(page)).toHaveCount(0);
  await verify(page);
  await expect(verdict(page)).toContainText("This spin does not add up.");
  await expect(page.getByRole("listitem").filter({ hasText: "Failed: " })).toContainText(
    `The server seed does not match its published hashSHA-256 of the seed is ${COMMIT}, but ${PAIR.server_seed_hash} was published.`,
  );
  await checkSpin(page, wrongPrize.id);
  await verify(page);
  await expect(verdict(page)).toContainText("This spin does not add up.");
  await expect(page.getByRole("listitem").filter({ hasText: "Failed: " })).toContainText("The prize is not the one");
  await expect(page.getByText("Not proven against the operator")).toBeVisible();
});

test("manual seeds are validated and verified", async ({ page }) => {
  await openRoulette(page);
  await field(page, "Server seed, revealed").fill("no seed");
  await field(page, "Nonce").fill("-1");
  await verify(page);
  await expect(page.getByText("Enter 64 characters from 0-9 and a-f")).toBeVisible();
  await expect(field(page, "Server seed, revealed")).toBeFocused();
  await expect(page.getByText("Use 1 to 64 letters, digits, - and _")).toBeVisible();
  await expect(page.getByText("Enter a whole number, 0 or more")).toBeVisible();
  await field(page, "Server seed, revealed").fill(SEEDS.serverSeed);
  await field(page, "Client seed").fill(SEEDS.clientSeed);
  await field(page, "Nonce").fill("0");
  await page.keyboard.press("Enter");
  await expect(verdict(page)).toContainText("These seeds draw this slot.");
  const steps = page.getByRole("list", { name: "The proof, step by step" });
  await expect(steps).toContainText(COMMIT);
  await expect(steps).toContainText(BLOCK);
  await expect(page.getByRole("img", { name: /^The draw [\d,]+ of 10,000 is in slot [IVX]+\.$/ })).toBeVisible();
  await field(page, "Nonce").fill("1");
  await expect(verdict(page)).toHaveCount(0);
});

test("a client seed is validated; an API error is shown", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  const bodies: unknown[] = [];
  await openRoulette(page, {
    [ROTATE]: (route: Route) => {
      bodies.push(route.request().postDataJSON());
      if (bodies.length === 1)
        return route.fulfill({
          status: 429,
          json: { status: 429, message: "Too many new seeds. Please try again later." },
        });
      return route.fulfill({ json: { ...PAIR, client_seed: "giran", nonce: 0, server_seed: SEEDS.serverSeed } });
    },
  });
  const seed = field(page, "New client seed");
  await expect(seed).toHaveValue(/^[0-9a-f]{32}$/);
  await expect(page.getByTitle("moon-over-giran")).toBeVisible();
  await seed.fill("not a seed!");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Use 1 to 64 letters, digits, - and _")).toBeVisible();
  await expect(seed).toBeFocused();
  expect(bodies).toEqual([]);
  await seed.fill("giran");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("Too many new seeds. Please try again later.");
  await page.getByRole("button", { name: "Change seeds" }).click();
  await expect(page.getByTitle(SEEDS.serverSeed)).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  expect(bodies).toEqual([{ client_seed: "giran" }, { client_seed: "giran" }]);
  await expect(seed).toHaveValue(/^[0-9a-f]{32}$/);
});
