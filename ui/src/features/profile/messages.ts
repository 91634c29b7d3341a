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
