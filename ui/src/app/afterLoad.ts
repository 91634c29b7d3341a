import { keepSource } from "@shared/source";

/** Loaded after the first paint. */
export function afterLoad(): void {
  hideBrokenPictures();
  keepSource();
}

/** A picture without an alternative text that fails leaves its place empty. */
function hideBrokenPictures(): void {
  for (const picture of document.images) if (picture.complete) update(picture);
  document.addEventListener("load", onChange, { capture: true });
  document.addEventListener("error", onChange, { capture: true });
}

const onChange = ({ target }: Event) => target instanceof HTMLImageElement && update(target);

function update(picture: HTMLImageElement): void {
  picture.style.visibility = picture.alt === "" && picture.naturalWidth === 0 ? "hidden" : "";
}
