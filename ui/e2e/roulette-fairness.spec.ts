import { createHash } from "node:crypto";
import { type Page, type Route, test as unitTest } from "@playwright/test";
import { commitmentOf, decide, draw } from "../src/features/roulette/fairness";
import {
  findBrokenPromise,
  findChangedWheel,
  rememberHashes,
  rememberPair,
  witnessOf,
} from "../src/features/roulette/seenHashes";
import { useSession } from "../src/shared/stores/session";
import { expect, REQUEST_ERRORS, test } from "./helpers";
import { runPython } from "./python";
import {
  FAIRNESS,
  HISTORY,
  history,
  mockSpin,
  openRoulette,
  PAIR,
  ROTATE,
  SEEDS,
  SLOTS,
  SPIN,
  spinRecord,
  WEIGHTS,
  WHEEL_4,
} from "./roulette-data";

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
  expect(draws.rejectedNumbers).toHaveLength(4);
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

const DRAWS_SCRIPT = `
import hashlib, json, sys
from gateway.features.roulette.fairness import draw
weights = json.loads(sys.argv[1])
for i in range(2_000):
    drawn = draw(hashlib.sha256(b"%d" % i).hexdigest(), f"c-{i % 97}", i, weights)
    print(drawn.position, drawn.number, drawn.point, drawn.rejected_count)
`;

unitTest("service and page agree on 2,000 draws", async () => {
  const serviceDraws = runPython(DRAWS_SCRIPT, JSON.stringify(WEIGHTS));
  const seedOf = (index: number) => createHash("sha256").update(String(index)).digest("hex");
  const pageDraws: string[] = [];
  for (let index = 0; index < 2_000; index++) {
    const seeds = { serverSeed: seedOf(index), clientSeed: `c-${index % 97}`, nonce: index };
    const { position, number, point, rejectedNumbers } = await draw(seeds, WEIGHTS);
    pageDraws.push(`${position} ${number} ${point} ${rejectedNumbers.length}`);
  }
  expect(pageDraws.join("\n")).toBe(serviceDraws.trimEnd());
});

unitTest("each account's hashes are remembered, up to a limit", async () => {
  const logInAs = (username: string) => useSession.setState({ user: { username } });
  const pair = (number: number) => ({ ...PAIR, server_seed_hash: `hash ${number}`, next_server_seed_hash: "next" });
  const spin = (number: number, timestamp: string) =>
    spinRecord({ id: `${number}-0`, server_seed_hash: `hash ${number}`, timestamp });
  const [past, future] = ["2026-01-01T00:00:00Z", "2999-01-01T00:00:00Z"];
  logInAs("Ann");
  for (let number = 1; number <= 200; number++) rememberHashes(pair(number));
  rememberPair("200-0", "hash 200");
  const witnesses = await Promise.all(
    [spin(1, future), spin(2, future), spin(199, future), spin(199, past), spin(200, past)].map(async (record) =>
      witnessOf(await record),
    ),
  );
  expect(witnesses.map(({ state }) => state)).toEqual(["none", "before", "before", "after", "before"]);
  const changedSpin = { ...(await spin(200, future)), server_seed_hash: "another" };
  expect(witnessOf(changedSpin)).toEqual({ state: "other", otherHash: "hash 200" });
  rememberHashes({ ...PAIR, server_seed_hash: "another" });
  expect(witnessOf(changedSpin)).toEqual({ state: "other", otherHash: "hash 200" });
  logInAs("ben");
  expect(witnessOf(changedSpin)).toEqual({ state: "none" });
});

unitTest("a hash keeps the wheel that it was first shown with", async () => {
  useSession.setState({ user: { username: "wheels" } });
  const first = { ...PAIR, server_seed_hash: "old", next_server_seed_hash: "promised" };
  const rotated = { ...PAIR, server_seed_hash: "promised", next_server_seed_hash: "new", next_wheel_version: 4 };
  for (const fairness of [first, rotated]) {
    rememberHashes(fairness);
    expect(findChangedWheel(fairness)).toBeNull();
  }
  const changes = [
    [
      { ...rotated, wheel_version: 4 },
      { hash: "promised", shown: 3 },
    ],
    [
      { ...rotated, next_wheel_version: 5 },
      { hash: "new", shown: 4 },
    ],
  ] as const;
  for (const [fairness, changed] of changes) {
    rememberHashes(fairness);
    expect(findChangedWheel(fairness)).toEqual(changed);
  }
  const spin = await spinRecord({ server_seed_hash: "promised", wheel_version: 4 });
  expect(witnessOf(spin)).toEqual({ state: "wheel", otherWheel: 3 });
});

unitTest("a change of seeds keeps both promises, or names the broken one", async () => {
  const oldFairness = { ...PAIR, server_seed_hash: COMMIT };
  const newFairness = { ...PAIR, server_seed_hash: PAIR.next_server_seed_hash };
  const changedFairness = { ...newFairness, server_seed_hash: PAIR.server_seed_hash };
  for (const [shownFairness, rotatedFairness, serverSeed, problem] of [
    [oldFairness, newFairness, SEEDS.serverSeed, null],
    [oldFairness, newFairness, "1".repeat(64), "seedNotShown"],
    [oldFairness, changedFairness, SEEDS.serverSeed, "seedNotPromised"],
    [oldFairness, changedFairness, null, "seedNotPromised"],
    // The key of both seeds is lost.
    [oldFairness, { ...changedFairness, client_seed: null }, null, null],
    // Another tab changed the seeds in between.
    [{ ...oldFairness, server_seed_hash: "", next_server_seed_hash: COMMIT }, changedFairness, SEEDS.serverSeed, null],
  ] as const) {
    const brokenPromise = await findBrokenPromise(shownFairness, rotatedFairness, serverSeed);
    expect(brokenPromise?.textKey ?? null).toBe(problem);
  }
});

test("a hash that is exchanged after the spin is found out", async ({ page }) => {
  const spinApi = mockSpin();
  const spin = await spinRecord({ id: "7-4", nonce: 4 });
  await openRoulette(page, {
    [SPIN]: spinApi.route,
    [HISTORY]: (route: Route) => route.fulfill({ json: spinApi.keys.length ? history(spin) : history() }),
    [ROTATE]: { ...PAIR, client_seed: "giran", nonce: 0, server_seed: SEEDS.serverSeed },
  });
  await page.getByRole("button", { name: "Spin for 10 coins" }).click();
  await checkSpin(page, spin.id);
  await verify(page);
  await expect(page.getByRole("listitem").filter({ hasText: "Failed: " })).toContainText(
    `This device was shown another hashFor these seeds it was shown ${PAIR.server_seed_hash}, not ${COMMIT}.`,
  );
  await page.getByRole("button", { name: "Change seeds" }).click();
  await expect(page.getByRole("alert")).toContainText(
    `does not match the hash you were shown: ${PAIR.server_seed_hash}`,
  );
});

test("a promised wheel that changes is shown, and nothing is spun on it", async ({ page }) => {
  const spinApi = mockSpin();
  let fairness: typeof PAIR = PAIR;
  const next = { ...PAIR, server_seed_hash: PAIR.next_server_seed_hash, next_server_seed_hash: COMMIT, nonce: 0 };
  await openRoulette(page, {
    [SPIN]: spinApi.route,
    [FAIRNESS]: (route: Route) => route.fulfill({ json: fairness }),
    [ROTATE]: (route: Route) => {
      fairness = { ...next, wheel_version: 4 };
      return route.fulfill({ json: { ...fairness, server_seed: null } });
    },
    [WHEEL_4]: { wheel_version: 4, slots: SLOTS, spin_cost: 10 },
    [HISTORY]: history(await spinRecord({ server_seed_hash: PAIR.next_server_seed_hash, wheel_version: 4 })),
  });
  await page.getByRole("button", { name: "Change seeds" }).click();
  const warning = page.getByText(
    `Seeds changed their wheel: they were shown with odds version 3. Hash: ${PAIR.next_server_seed_hash}`,
  );
  await expect(warning).toBeVisible();
  await page.getByRole("button", { name: "Spin for 10 coins" }).click();
  await expect(page.getByText("The server seed's hash or wheel changed before your spin.")).toBeVisible();
  expect(spinApi.keys).toEqual([]);
  await checkSpin(page, "6-0");
  await verify(page);
  await expect(page.getByRole("list", { name: "The proof, step by step" })).toContainText(
    "With these seeds it was shown odds version 3, not 4.",
  );
  await page.reload();
  await expect(warning).toBeVisible();
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
    [FAIRNESS]: { ...PAIR, server_seed_hash: COMMIT },
    [ROTATE]: (route: Route) => {
      bodies.push(route.request().postDataJSON());
      if (bodies.length === 1)
        return route.fulfill({
          status: 429,
          json: { status: 429, message: "Too many new seeds. Please try again later." },
        });
      const next = { ...PAIR, server_seed_hash: PAIR.next_server_seed_hash, client_seed: "giran", nonce: 0 };
      return route.fulfill({ json: { ...next, server_seed: SEEDS.serverSeed } });
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
