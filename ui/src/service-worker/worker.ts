/**
 * The service worker: serves hashed assets from a cache, and one offline page when a page cannot be fetched. It never
 * serves pages or the API from a cache. A new version waits until the pages of the old one are closed.
 */

interface LifecycleEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface RequestEvent extends LifecycleEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

interface PushEvent extends LifecycleEvent {
  readonly data: { json(): unknown } | null;
}

interface ClickEvent extends LifecycleEvent {
  readonly notification: Notification;
}

/** As `gateway/extras/push/payloads.py` writes it. */
interface PushPayload {
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly tag: string;
  readonly lang: string;
}

/** The part of ServiceWorkerGlobalScope that is used here; the library's types exclude those of pages. */
interface Scope {
  readonly clients: { claim(): Promise<void>; openWindow(url: string): Promise<unknown> };
  readonly registration: ServiceWorkerRegistration;
  addEventListener(type: "install" | "activate" | "message", listener: (event: LifecycleEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: RequestEvent) => void): void;
  addEventListener(type: "push", listener: (event: PushEvent) => void): void;
  addEventListener(type: "notificationclick", listener: (event: ClickEvent) => void): void;
}

/** Set by the build. */
declare const BUILD: { version: string; offline: string; files: Record<string, string[]> };

const scope = self as unknown as Scope;
/** The page registers the worker with its language as the query. */
const FILES = BUILD.files[location.search.slice(1)] ?? [];
const CACHE = `assets-${BUILD.version}`;
const MAX_ASSETS = 400;
const WITHDRAWN_CHECK_MS = 3_600_000;
/** The operator's logo may be among them. */
const PICTURES = /^\/(pictures\/|favicon\.svg$)/;
/** Of these, a failed navigation is a failed download or read, or the administration, which keeps nothing. */
const NOT_PAGES = /^\/((api|files|pictures)\/|admin(\/|$))/;

let checkedAt = 0;
let isWithdrawn = false;

scope.addEventListener("install", (event) => {
  event.waitUntil(Promise.all([caches.open(CACHE).then((cache) => cache.addAll(FILES)), storeOfflinePage()]));
});

scope.addEventListener("activate", (event) => {
  const preload = scope.registration.navigationPreload?.enable();
  event.waitUntil(Promise.all([deleteCaches((name) => name !== CACHE), preload, scope.clients.claim()]));
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (NOT_PAGES.test(pathname)) return;
    event.respondWith(fetchPage(event));
    event.waitUntil(removeIfWithdrawn());
  } else if (pathname.startsWith("/assets/")) event.respondWith(fetchAsset(event));
  else if (PICTURES.test(pathname)) event.respondWith(fetchPicture(request));
});

scope.addEventListener("push", (event) => {
  if (!event.data) return;
  const { title, body, url, tag, lang } = event.data.json() as PushPayload;
  event.waitUntil(scope.registration.showNotification(title, { body, tag, lang, data: url }));
});

// The player logs out, which is all that a page says to its worker.
scope.addEventListener("message", (event) => event.waitUntil(unsubscribe()));

scope.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { origin, href } = new URL(event.notification.data, location.origin);
  if (origin === location.origin) event.waitUntil(scope.clients.openWindow(href));
});

async function unsubscribe(): Promise<void> {
  await (await scope.registration.pushManager?.getSubscription())?.unsubscribe();
}

async function fetchPage(event: RequestEvent): Promise<Response> {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const offline = await caches.match(BUILD.offline);
    if (!offline) throw error;
    return offline;
  }
}

async function fetchPicture(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const cached = await caches.match(request);
    if (!cached) throw error;
    return cached;
  }
}

/** Stores the page and what it shows; the operator's name, logo and colour change without a new worker. */
async function storeOfflinePage(): Promise<void> {
  const page = await fetch(BUILD.offline, { cache: "no-cache" });
  const addresses = [...(await page.clone().text()).matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(
    ([, address = ""]) => address,
  );
  const cache = await caches.open(CACHE);
  await cache.addAll(addresses);
  await cache.put(BUILD.offline, page);
}

async function fetchAsset(event: RequestEvent): Promise<Response> {
  const cached = await caches.match(event.request);
  if (cached) return cached;
  const response = await fetch(event.request);
  if (response.status === 200) event.waitUntil(store(event.request, response.clone()));
  return response;
}

/** Without room on the disk the asset stays uncached. A withdrawn worker makes no cache again. */
async function store(request: Request, response: Response): Promise<void> {
  if (isWithdrawn) return;
  try {
    const cache = await caches.open(CACHE);
    await cache.put(request, response);
    const [oldest, ...newerKeys] = await cache.keys();
    if (oldest && newerKeys.length >= MAX_ASSETS) await cache.delete(oldest);
  } catch {}
}

/** Takes a changed offline page. An operator may have gone back to a release without a service worker, or serve another site under this address. */
async function removeIfWithdrawn(): Promise<void> {
  if (Date.now() - checkedAt < WITHDRAWN_CHECK_MS) return;
  checkedAt = Date.now();
  const response = await fetch(location.href, { cache: "no-store" }).catch(() => null);
  if (!response) return;
  if (response.status !== 404) return storeOfflinePage().catch(() => {});
  isWithdrawn = true;
  await deleteCaches(() => true);
  await scope.registration.unregister();
}

async function deleteCaches(isSurplus: (name: string) => boolean): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter(isSurplus).map((name) => caches.delete(name)));
}
