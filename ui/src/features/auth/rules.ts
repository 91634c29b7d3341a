import * as text from "text:auth";
import * as fields from "text:fields";
import * as forms from "text:forms";
import * as shared from "text:shared";
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

const FILLED_USERNAME: Rule = [isFilled, text.usernameRequired];

const newUsername = (max: number): readonly Rule[] => [
  FILLED_USERNAME,
  [hasAtLeast(USERNAME_MIN), text.usernameShort({ min: String(USERNAME_MIN) })],
  [hasAtMost(max), text.usernameLong({ max: String(max) })],
  [(value) => /^[A-Za-z0-9]+$/.test(value), fields.letters_and_digits],
];

const EMAIL: readonly Rule[] = [
  [isFilled, shared.emailRequired],
  [isAddress, text.emailInvalid],
];

const NEW_PASSWORD: readonly Rule[] = [
  [isPresent, forms.passwordRequired],
  [hasAtLeast(PASSWORD_MIN), forms.passwordShort({ min: String(PASSWORD_MIN) })],
  ...PASSWORD_LIMITS,
];

/** Checks presence only: an old account may break today's rules. */
export const loginProblems = (values: LoginValues): Problems<LoginValues> =>
  onlyProblems<LoginValues>({
    username: firstBroken(values.username, [FILLED_USERNAME]),
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
    confirmation: firstBroken(confirmation, [[(value) => value === new_password, shared.newPasswordsDiffer]]),
  });

/** `usernameMax`: the service's limit; the service alone checks it while it is not known. */
export const registerProblems = (values: RegisterValues, usernameMax = Infinity): Problems<RegisterValues> =>
  onlyProblems<RegisterValues>({
    username: firstBroken(values.username, newUsername(usernameMax)),
    email: firstBroken(values.email, EMAIL),
    password: firstBroken(values.password, NEW_PASSWORD),
    confirmPassword: firstBroken(values.confirmPassword, [
      [isPresent, text.confirmRequired],
      [(value) => value === values.password, forms.passwordsDiffer],
    ]),
  });
