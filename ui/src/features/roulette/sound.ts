/** Sounds of the wheel, which the browser synthesises. Off until the player turns them on. */
import { prefersReducedMotion } from "@shared/prefersReducedMotion";
import { readChoice, writeChoice } from "@shared/stores/storage";
import type { Celebration } from "./celebration";

const CHOICE = "wheel_sound";
const TICK = { hertz: 1900, seconds: 0.03, volume: 0.12 };
const CHIME = { seconds: 0.9, volume: 0.16, gap: 0.11 };
/** Notes of a win in hertz, and the vibration in milliseconds: on, off, on … */
const WINS: Readonly<Record<Exclude<Celebration, "none">, { notes: number[]; vibration: number[] }>> = {
  lamps: { notes: [659], vibration: [20] },
  embers: { notes: [523, 659, 784], vibration: [20, 40, 20] },
  card: { notes: [523, 659, 784, 1047, 1319], vibration: [40, 40, 40, 40, 120] },
};

let context: AudioContext | undefined;

export const isSoundOn = () => readChoice(CHOICE) === "on";

export function switchSound(on: boolean): void {
  writeChoice(CHOICE, on ? "on" : "off");
  if (on) playTicks([0]);
}

/** Plays a tick after each of these times, in seconds. */
export function playTicks(times: readonly number[]): void {
  if (isSoundOn()) for (const time of times) play(time, TICK);
}

/** Vibrates and plays the notes of a win. */
export function announceWin(celebration: Celebration): void {
  if (celebration === "none") return;
  const { notes, vibration } = WINS[celebration];
  // Absent in Safari.
  if (!prefersReducedMotion()) navigator.vibrate?.(vibration);
  if (isSoundOn()) for (const [index, hertz] of notes.entries()) play(index * CHIME.gap, { hertz, ...CHIME });
}

function play(delaySeconds: number, { hertz, seconds, volume }: typeof TICK): void {
  // Created on a press: before that, browsers keep it silent.
  context ??= new AudioContext();
  const start = context.currentTime + delaySeconds;
  const [note, gain] = [new OscillatorNode(context, { type: "triangle", frequency: hertz }), new GainNode(context)];
  gain.gain.setValueAtTime(volume, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  note.connect(gain).connect(context.destination);
  note.start(start);
  note.stop(start + seconds);
}
