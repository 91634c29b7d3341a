export const DEVICES = {
  title: "Devices",
  note: "Where you are logged in",
  current: "This device",
  end: "End session",
  retry: "Try again",
  endOthers: "End all others",
  endFailed: "The sessions could not be ended.",
  ask: "End all other sessions?",
  explain: (count: number) =>
    `${count === 1 ? "One device is" : `${count} devices are`} logged out. This device stays. A running game is not affected.`,
  failed: "Your devices could not be loaded.",
  unknownNetwork: "Unknown network",
} as const;

export const LIMITS = {
  title: "Limits and breaks",
  note: "Set by you",
  change: "Change limits",
  failed: "Your limits could not be loaded.",
  saveFailed: "Your limits could not be saved.",
  saved: "Limits saved.",
  none: "No limit",
  invalid: "Enter a whole number, or nothing for no limit",
  rule: "A lower limit works at once. A higher one works 24 hours after you set it. An empty field is no limit.",
  labels: {
    donation_day: "Donations in a day",
    donation_month: "Donations in a month",
    spin_day: "Coins on the wheel in a day",
  },
  units: { donation_day: "ARS", donation_month: "ARS", spin_day: "coins" },
  used: (used: string, most: string | null, unit: string) =>
    most === null ? `${used} ${unit}, no limit` : `${used} of ${most} ${unit}`,
  pending: (most: string | null, from: string) => `${most ?? "No limit"} from ${from}`,
  break: "Take a break",
  explainBreak:
    "Closes the wheel and donations for this account. Coins, characters and the game stay as they are. A break cannot be shortened.",
  onBreak: (end: string) => `The wheel and donations are closed until ${end}. A break cannot be shortened.`,
  length: "Length of the break",
  lengths: [
    { days: 1, label: "24 hours" },
    { days: 7, label: "7 days" },
    { days: 30, label: "30 days" },
    { days: 182, label: "6 months" },
  ],
  start: (length: string) => `Start a break of ${length}`,
} as const;
