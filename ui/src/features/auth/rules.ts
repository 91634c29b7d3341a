/** What the dialogs ask of their fields, in the words the specification fixes. */

export interface LoginValues {
  readonly username: string;
  readonly password: string;
}

export interface RegisterValues extends LoginValues {
  readonly email: string;
  readonly confirmPassword: string;
}

export type Problems<Values> = Partial<Record<keyof Values, string>>;

const USERNAME_MIN = 3;
const USERNAME_MAX = 20;
const PASSWORD_MIN = 6;
// The game client can type no more.
const PASSWORD_MAX = 16;
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
// Printable ASCII, without a space at either end, which the game would not keep.
const PRINTABLE = /^[!-~](?:[ -~]*[!-~])?$/;

type Rule = readonly [passes: (text: string) => boolean, otherwise: string];

const firstBroken = (text: string, rules: readonly Rule[]) => rules.find(([passes]) => !passes(text))?.[1];

const filled = (text: string) => text.trim() !== "";

const USERNAME: readonly Rule[] = [
  [filled, "Username is required"],
  [(text) => text.length >= USERNAME_MIN, `Username must be at least ${USERNAME_MIN} characters`],
  [(text) => text.length <= USERNAME_MAX, `Username must be less than ${USERNAME_MAX} characters`],
  [(text) => /^[A-Za-z0-9]+$/.test(text), "Username may contain only letters and digits"],
];

const EMAIL: readonly Rule[] = [
  [filled, "Email is required"],
  [(text) => ADDRESS.test(text), "Invalid email address"],
];

const NEW_PASSWORD: readonly Rule[] = [
  [(text) => text !== "", "Password is required"],
  [(text) => text.length >= PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters`],
  [(text) => text.length <= PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`],
  [(text) => PRINTABLE.test(text), "Password may contain only printable characters"],
];

function withoutGaps<Values>(
  problems: {
    [Key in keyof Values]?: string | undefined;
  },
): Problems<Values> {
  const broken = Object.entries(problems).filter(([, text]) => text !== undefined);
  return Object.fromEntries(broken) as Problems<Values>;
}

/** Login checks presence alone: an old account may break today's rules. */
export const loginProblems = (values: LoginValues): Problems<LoginValues> =>
  withoutGaps<LoginValues>({
    username: firstBroken(values.username, USERNAME.slice(0, 1)),
    password: firstBroken(values.password, NEW_PASSWORD.slice(0, 1)),
  });

export const registerProblems = (values: RegisterValues): Problems<RegisterValues> =>
  withoutGaps<RegisterValues>({
    username: firstBroken(values.username, USERNAME),
    email: firstBroken(values.email, EMAIL),
    password: firstBroken(values.password, NEW_PASSWORD),
    confirmPassword: firstBroken(values.confirmPassword, [
      [(text) => text !== "", "Please confirm your password"],
      [(text) => text === values.password, "Passwords do not match"],
    ]),
  });
