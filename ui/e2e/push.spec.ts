/**
 * Push messages: the choices in the profile, the switch of this browser, and what the service worker shows. Headless
 * Chromium reaches no push service and refuses notifications: these two are the test's own.
 */
import type { Page, Worker } from "@playwright/test";
import {
  DESKTOP,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  openNewAccount,
  openSection,
  PHONE,
  test,
} from "./helpers";
import { runPython } from "./python";

test.use({ serviceWorkers: "allow" });

const PATH = "/api/player/push";
/** The service writes what the worker reads. */
const WRITE_PAYLOAD = `
import msgspec
from gateway.extras.push.payloads import PushPayload
body = "See what happened."
payload = PushPayload(title="Queen Ant was killed", body=body, url="/es/status", tag="boss-29001", lang="en")
print(msgspec.json.encode(payload).decode())
`;
const panel = (page: Page) => page.getByRole("region", { name: "Notifications" });

const allowSubscription = (page: Page) =>
  page.addInitScript(() => {
    const subscription = {
      toJSON: () => ({
        endpoint: "https://fcm.googleapis.com/fcm/send/example",
        keys: {
          p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
          auth: "BTBZMqHH6r4Tts7J_aSIgg",
        },
      }),
      unsubscribe: async () => {
        localStorage.removeItem("subscribed");
        return true;
      },
    } as unknown as PushSubscription;
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    PushManager.prototype.getSubscription = async () => (localStorage.getItem("subscribed") ? subscription : null);
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem("subscribed", "yes");
      return subscription;
    };
  });

/** Does something and returns what the service answers to the change. */
async function change(page: Page, act: () => Promise<unknown>) {
  const isChange = (method: string) => ["PUT", "DELETE"].includes(method);
  const [response] = await Promise.all([
    page.waitForResponse((candidate) => candidate.url().endsWith(PATH) && isChange(candidate.request().method())),
    act(),
  ]);
  expect(response.status()).toBe(200);
  return response.json();
}

/** Delivers a message to the worker; returns what it shows, and which address a click on it opens. */
async function deliver(page: Page, worker: Worker, payload: object) {
  await worker.evaluate(() => {
    const scope = self as unknown as { registration: object; clients: object; notifications: unknown[] };
    scope.notifications = [];
    Object.assign(scope.registration, {
      showNotification: async (...options: unknown[]) => void scope.notifications.push(options),
    });
    PushManager.prototype.getSubscription = async () =>
      ({ unsubscribe: async () => Object.assign(self, { hasEnded: true }) }) as unknown as PushSubscription;
    Object.assign(scope.clients, { openWindow: async (url: string) => void scope.notifications.push(url) });
  });
  const devtools = await page.context().newCDPSession(page);
  const registrationId = new Promise<string>((resolve) =>
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    }),
  );
  await devtools.send("ServiceWorker.enable");
  const { origin } = new URL(page.url());
  const data = JSON.stringify(payload);
  await devtools.send("ServiceWorker.deliverPushMessage", { origin, registrationId: await registrationId, data });
  await devtools.detach();
  await expect
    .poll(() => worker.evaluate(() => (self as unknown as { notifications: unknown[] }).notifications.length))
    .toBe(1);
  return worker.evaluate(() => {
    const { notifications } = self as unknown as { notifications: [[string, { data: string }], string?] };
    const notification = { close: () => {}, data: notifications[0][1].data };
    self.dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil: () => {} }));
    return notifications;
  });
}

test("a player chooses notices, gets them in this browser, and ends them by logging out", async ({ page, context }) => {
  await openNewAccount(page);
  await openSection(page, "Notifications");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await expect(panel(page).getByText("Your browser blocks notifications of this site.")).toBeVisible();
  await panel(page)
    .getByText(/^0 of \d+ on$/)
    .click();
  await expect(panel(page).getByRole("checkbox", { name: "Queen Ant" })).toBeDisabled();
  await allowSubscription(page);
  await page.reload();
  await expect(panel(page).getByRole("button", { name: "Choose a notice first" })).toBeDisabled();
  await panel(page).getByRole("checkbox", { name: "Queen Ant" }).check();
  await panel(page).getByRole("checkbox", { name: "A milestone is reached" }).check();
  const on = await change(page, () => panel(page).getByRole("button", { name: "Turn on 2 notices" }).click());
  expect(on.is_subscribed).toBe(true);
  await change(page, () =>
    panel(page)
      .getByRole("checkbox", { name: /that you starred/ })
      .check(),
  );
  const newChoice = await change(page, () => panel(page).getByRole("checkbox", { name: "Aden" }).check());
  expect(newChoice.choices).toEqual({
    bosses: [29001],
    castles: [5],
    raid_bosses: false,
    milestones: true,
    rank_lost: false,
    stars: true,
  });
  await page.setViewportSize(PHONE);
  await page.reload();
  await expect(panel(page).getByRole("button", { name: "Turn off in this browser" })).toBeVisible();
  await panel(page)
    .getByText(/^4 of \d+ on$/)
    .click();
  await expect(panel(page).getByRole("checkbox", { name: "Aden" })).toBeChecked();
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
  await page.goto("/castle/aden");
  const bell = page.getByRole("button", { name: "Notify me about Aden" });
  await expect(bell).toHaveAttribute("aria-pressed", "true");
  expect((await change(page, () => bell.click())).choices.castles).toEqual([]);
  await expect(bell).toHaveAttribute("aria-pressed", "false");
  expect((await change(page, () => bell.click())).choices).toEqual(newChoice.choices);
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error("no service worker");
  const message = JSON.parse(runPython(WRITE_PAYLOAD));
  expect(await deliver(page, worker, message)).toEqual([
    ["Queen Ant was killed", { body: "See what happened.", tag: "boss-29001", lang: "en", data: "/es/status" }],
    new URL("/es/status", page.url()).href,
  ]);
  expect(await deliver(page, worker, { ...message, url: "https://other.example/" })).toHaveLength(1);
  await page.setViewportSize(DESKTOP);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect.poll(() => worker.evaluate(() => "hasEnded" in self)).toBe(true);
});
