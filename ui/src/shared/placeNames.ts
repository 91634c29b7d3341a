import * as text from "text:game";

const NEAR = /^Near /;
const TERRITORY = / territory$/;

/** Returns a place in the page's language; names of places are the game's own. */
export function nameOfPlace(place: string): string {
  if (place === "Unknown") return text.unknownPlace;
  if (NEAR.test(place)) return text.near({ place: place.replace(NEAR, "") });
  return TERRITORY.test(place) ? text.territory({ place: place.replace(TERRITORY, "") }) : place;
}
