import {
  firstBroken,
  hasAtLeast,
  hasAtMost,
  isAddress,
  isFilled,
  isPresent,
  onlyProblems,
  PASSWORD_LIMITS,
  PASSWORD_MIN,
  type Problems,
  type Rule,
  USERNAME_MAX,
  USERNAME_MIN,
} from "@shared/forms/rules";

interface LoginValues {
  readonly username: string;
  readonly password: string;
}

interface RegisterValues extends LoginValues {
  readonly email: string;
  readonly confirmPassword: string;
}

// The texts below are fixed by the specification.

const USERNAME: readonly Rule[] = [
  [isFilled, "Username is required"],
  [hasAtLeast(USERNAME_MIN), `Username must be at least ${USERNAME_MIN} characters`],
  [hasAtMost(USERNAME_MAX), `Username must be less than ${USERNAME_MAX} characters`],
  [(text) => /^[A-Za-z0-9]+$/.test(text), "Username may contain only letters and digits"],
];

const EMAIL: readonly Rule[] = [
  [isFilled, "Email is required"],
  [isAddress, "Invalid email address"],
];

const NEW_PASSWORD: readonly Rule[] = [
  [isPresent, "Password is required"],
  [hasAtLeast(PASSWORD_MIN), `Password must be at least ${PASSWORD_MIN} characters`],
  ...PASSWORD_LIMITS,
];

/** Checks presence only: an old account may break today's rules. */
export const loginProblems = (values: LoginValues): Problems<LoginValues> =>
  onlyProblems<LoginValues>({
    username: firstBroken(values.username, USERNAME.slice(0, 1)),
    password: firstBroken(values.password, NEW_PASSWORD.slice(0, 1)),
  });

interface ResetValues {
  readonly new_password: string;
  readonly confirmation: string;
}

export const recoverProblems = ({ email }: { readonly email: string }): Problems<{ email: string }> =>
  onlyProblems<{ email: string }>({ email: firstBroken(email.trim(), EMAIL) });

export const resetProblems = ({ new_password, confirmation }: ResetValues): Problems<ResetValues> =>
  onlyProblems<ResetValues>({
    new_password: firstBroken(new_password, NEW_PASSWORD),
    confirmation: firstBroken(confirmation, [[(text) => text === new_password, "New passwords do not match"]]),
  });

export const registerProblems = (values: RegisterValues): Problems<RegisterValues> =>
  onlyProblems<RegisterValues>({
    username: firstBroken(values.username, USERNAME),
    email: firstBroken(values.email, EMAIL),
    password: firstBroken(values.password, NEW_PASSWORD),
    confirmPassword: firstBroken(values.confirmPassword, [
      [isPresent, "Please confirm your password"],
      [(text) => text === values.password, "Passwords do not match"],
    ]),
  });
