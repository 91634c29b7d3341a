import { saveFile } from "@shared/saveFile";

interface Win {
  site: string;
  /** Name of the prize's tier. */
  title: string;
  /** The picture on the card; left out if it is not loaded. */
  mark: HTMLImageElement | null;
  /** "+500 Fishi Coins" */
  prize: string;
  odds: string;
}

const [WIDTH, HEIGHT] = [1200, 630];

/** Hands a picture of the win to the device's share sheet; saves it where the browser shares no files. */
export async function shareWin(win: Win): Promise<void> {
  const picture = new File([await drawWin(win)], "win.png", { type: "image/png" });
  const data = { files: [picture], text: `${win.title}: ${win.prize} · ${win.site}`, url: location.origin };
  if (!navigator.canShare?.(data)) return saveFile(picture, picture.name);
  // The player may close the share sheet.
  await navigator.share(data).catch((error: unknown) => console.warn("The win was not shared.", error));
}

async function drawWin({ site, title, mark, prize, odds }: Win): Promise<Blob> {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("the browser draws no pictures");
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const middle = WIDTH / 2;
  const glow = context.createRadialGradient(middle, 210, 0, middle, 210, 560);
  glow.addColorStop(0, "#3a2a0e");
  glow.addColorStop(1, token("--ground"));
  context.fillStyle = glow;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.strokeStyle = token("--gold");
  context.strokeRect(24, 24, WIDTH - 48, HEIGHT - 48);
  if (mark?.naturalWidth) context.drawImage(mark, middle - 100, 70, 200, 200);
  context.textAlign = "center";
  context.fillStyle = token("--gold-light");
  const write = (text: string, y: number, size: number) => {
    context.font = `700 ${size}px ${token("--display")}`;
    context.fillText(text, middle, y, WIDTH - 120);
  };
  write(title, 350, 64);
  write(prize, 435, 56);
  write(odds, 495, 30);
  write(site, 575, 34);
  return canvas.convertToBlob({ type: "image/png" });
}
