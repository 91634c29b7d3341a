/** What the two dialogs ask of their fields, in the words the specification fixes. */

export interface PasswordValues {
  readonly current_password: string;
  readonly new_password: string;
  readonly confirmation: string;
}

export interface EmailValues {
  readonly new_email: string;
}

export type Problems<Values> = { [Name in keyof Values]?: string | undefined };

const PASSWORD_MIN = 6;
// The game client can type no more.
const PASSWORD_MAX = 16;
// Printable ASCII, without a space at either end, which the game would not keep.
const PRINTABLE = /^[!-~](?:[ -~]*[!-~])?$/;
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

type Rule = readonly [broken: boolean, text: string];

const firstBroken = (...rules: readonly Rule[]) => rules.find(([broken]) => broken)?.[1];

export const passwordProblems = ({ current_password, new_password, confirmation }: PasswordValues) => ({
  current_password: firstBroken([current_password === "", "Current password is required"]),
  new_password: firstBroken(
    [new_password.length < PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters long`],
    [new_password.length > PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`],
    [!PRINTABLE.test(new_password), "Password may contain only printable characters"],
    [new_password === current_password, "New password must be different from current password"],
  ),
  confirmation: firstBroken([confirmation !== new_password, "New passwords do not match"]),
});

export const emailProblems =
  (current: string | null) =>
  ({ new_email }: EmailValues): Problems<EmailValues> => {
    const typed = new_email.trim();
    return {
      new_email: firstBroken(
        [typed === "", "Email is required"],
        [!ADDRESS.test(typed), "Please enter a valid email address"],
        [sameAddress(typed, current), "New email must be different from current email"],
      ),
    };
  };

/** Who only changes the case of letters changes nothing. */
const sameAddress = (typed: string, current: string | null) => typed.toLowerCase() === current?.trim().toLowerCase();
