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

export const PASSKEYS = {
  title: "Passkeys",
  add: "Add a passkey",
  remove: "Remove",
  none: "Log in by fingerprint, face or screen lock, without typing.",
  some: "Log in by fingerprint, face or screen lock.",
  added: (day: string) => `Added ${day}`,
  used: (day: string | null) => (day ? `Last used ${day}` : "Not used yet"),
  alreadyThere: "This device already has a passkey of this account.",
  changeFailed: "Your passkeys could not be changed.",
  failed: "Your passkeys could not be loaded.",
} as const;

export const WAYS = {
  title: "Ways to log in",
  note: "What protects your coins beside the password",
  app: "Authenticator app",
  on: "On",
  off: "A code of your phone, at each login and before changes.",
  since: (day: string) => `On since ${day}.`,
  setUp: "Set up",
  startFailed: "The app could not be set up.",
  turnOff: "Turn off",
  turnOffTitle: "Turn the app off?",
  turnOffText:
    "A login then needs no code of the app. Without another second factor, your recovery codes stop working.",
  codes: "Recovery codes",
  left: (count: number) => `${count} left. Each works once, when you do not have your phone.`,
  renew: "Make new codes",
  renewTitle: "Make new codes?",
  renewText: "All earlier codes stop working.",
  changeFailed: "Nothing was changed. Please try again.",
  failed: "Your ways to log in could not be loaded.",
  game: "The game's own login is not changed by this: the game client knows only name and password.",
  needed: "Staff accounts need a second factor",
  neededText: "Set up an authenticator app to open the rest of your account.",
} as const;

export const AUTHENTICATOR = {
  title: "Authenticator app",
  explain: "Scan this with your app, or type the secret by hand.",
  qr: "QR code for your authenticator app",
  byHand: "Secret",
  address: "Address for a password manager",
  code: "Code that the app shows now",
  hint: "A code works once, and for 30 seconds.",
  turnOn: "Turn on",
  failed: "The app could not be turned on.",
} as const;

export const RECOVERY = {
  title: "Recovery codes",
  explain: "Ten codes, each works once. This is the only time they are shown.",
  copy: "Copy",
  copied: "Copied",
  save: "Save as file",
  kept: "I have kept them in a safe place",
  done: "Done",
  file: "recovery-codes.txt",
} as const;
