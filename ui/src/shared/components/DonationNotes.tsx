import collectedPanels from "panels:donationNotes";
import { Suspense } from "react";
import type { PageExtras } from "../content";
import { type DonationPlace, Panels } from "../panels";

let panels = collectedPanels;

/** Loads the panels of a page that is rendered with them; in the browser those of extras that are on. */
export async function prepareDonationNotes(extras?: PageExtras): Promise<void> {
  panels = await Promise.all(
    panels.map(async (panel) =>
      panel.load && extras?.on.includes(panel.extra) !== false
        ? { ...panel, Panel: (await panel.load()).default }
        : panel,
    ),
  );
}

/** Panels of extras about donations at a place. Without properties: on Home and above the donation form. */
export const DonationNotes = (place: DonationPlace) => (
  <Suspense>
    <Panels of={panels} {...place} />
  </Suspense>
);
