import { code } from "text:language";
import { put, remove } from "@shared/api/client";
import type { Answer } from "@shared/api/useGet";
import { mutate } from "swr";

export type PlayerPush = Answer<"/api/player/push">;
export type Choices = PlayerPush["choices"];
export type Obstacle = "homeScreen" | "refused" | "unsupported";

export const PATH = "/api/player/push";

/** Returns why this browser gets no messages; null if it can. An iPhone gets them in a page on its Home Screen alone. */
export async function findObstacle(): Promise<Obstacle | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration && "pushManager" in registration && "Notification" in window)
    return Notification.permission === "denied" ? "refused" : null;
  return "standalone" in navigator && !navigator.standalone ? "homeScreen" : "unsupported";
}

export const save = (choices: Choices): Promise<unknown> => send({ choices, language: code });

/** Asks the browser, with a new address each time: an old one may belong to an earlier session. */
export async function turnOn(publicKey: string, choices: Choices): Promise<unknown> {
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
  const browser = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { endpoint, keys } = browser.toJSON();
  return send({ choices, language: code, subscription: { endpoint, p256dh: keys?.p256dh, auth: keys?.auth } });
}

export async function turnOff(): Promise<void> {
  await mutate(PATH, remove<PlayerPush>(PATH), { revalidate: false });
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
}

const send = (form: object) => mutate(PATH, put<PlayerPush>(PATH, form), { revalidate: false });
