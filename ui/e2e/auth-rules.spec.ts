import { expect, test } from "@playwright/test";
import { loginProblems, registerProblems } from "../src/features/auth/rules";

const GOOD = { username: "lunar42", email: "lunar@example.org", password: "secret1", confirmPassword: "secret1" };
const broken = (change: Partial<typeof GOOD>) => registerProblems({ ...GOOD, ...change });

test("login asks for presence alone", () => {
  expect(loginProblems({ username: "", password: "" })).toEqual({
    username: "Username is required",
    password: "Password is required",
  });
  expect(loginProblems({ username: "a b", password: "x" })).toEqual({});
});

test("a good registration has nothing against it", () => expect(registerProblems(GOOD)).toEqual({}));

test("a username has 3 to 20 letters and digits", () => {
  expect(broken({ username: " " })).toEqual({ username: "Username is required" });
  expect(broken({ username: "ab" })).toEqual({ username: "Username must be at least 3 characters" });
  expect(broken({ username: "a".repeat(20) })).toEqual({});
  expect(broken({ username: "a".repeat(21) })).toEqual({ username: "Username must be less than 20 characters" });
  for (const username of ["ab c", "ab_c", "Тень", "aé1"])
    expect(broken({ username })).toEqual({ username: "Username may contain only letters and digits" });
});

test("an email looks like an address", () => {
  expect(broken({ email: "" })).toEqual({ email: "Email is required" });
  for (const email of ["a", "a@b", "a b@c.d", "@c.d", "a@c."])
    expect(broken({ email })).toEqual({ email: "Invalid email address" });
});

test("a new password has 6 to 16 printable characters", () => {
  const password = (text: string) => broken({ password: text, confirmPassword: text });
  expect(password("12345")).toEqual({ password: "Password must be at least 6 characters" });
  expect(password("123456")).toEqual({});
  expect(password("a".repeat(16))).toEqual({});
  expect(password("a".repeat(17))).toEqual({ password: "Password must be at most 16 characters" });
  for (const text of ["пароль12", "tab\there", " leading", "trailing "])
    expect(password(text)).toEqual({ password: "Password may contain only printable characters" });
  expect(password("in the midst")).toEqual({});
});

test("the confirmation is the password again", () => {
  expect(broken({ confirmPassword: "" })).toEqual({ confirmPassword: "Please confirm your password" });
  expect(broken({ confirmPassword: "secret2" })).toEqual({ confirmPassword: "Passwords do not match" });
});

test("an empty form names every field", () => {
  expect(registerProblems({ username: "", email: "", password: "", confirmPassword: "" })).toEqual({
    username: "Username is required",
    email: "Email is required",
    password: "Password is required",
    confirmPassword: "Please confirm your password",
  });
});
