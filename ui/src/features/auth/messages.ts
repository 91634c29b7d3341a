import { GAME_NAME_MAX } from "@shared/forms/rules";

/** The site accepts longer names (specification), but the game client cannot type them. */
export const TOO_LONG_TO_TYPE = `The game client can type only ${GAME_NAME_MAX} letters of a name. You could not log in to the game with this one.`;

export const PROVING = "Checking your browser…";

export const PASSKEY_LOGIN = "Log in with a passkey";
export const PASSKEY_FAILED = "Your browser could not use the passkey.";

export const SECOND_STEP = {
  title: "Second step",
  note: "Your password is right. Now show that it is you.",
} as const;

export const REGISTRATION_CLOSED = "Registration is closed right now.";
