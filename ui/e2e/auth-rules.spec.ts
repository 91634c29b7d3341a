import { expect, test } from "@playwright/test";
import { loginProblems, registerProblems } from "../src/features/auth/rules";

const VALID = { username: "lunar42", email: "lunar@example.org", password: "secret1", confirmPassword: "secret1" };
const problemsOf = (change: Partial<typeof VALID>) => registerProblems({ ...VALID, ...change });

test("login requires both fields and checks nothing else", () => {
  expect(loginProblems({ username: "", password: "" })).toEqual({
    username: "Username is required",
    password: "Password is required",
  });
  expect(loginProblems({ username: "a b", password: "x" })).toEqual({});
});

test("accepts a valid registration", () => expect(registerProblems(VALID)).toEqual({}));

test("username: 3 to 20 letters and digits", () => {
  expect(problemsOf({ username: " " })).toEqual({ username: "Username is required" });
  expect(problemsOf({ username: "ab" })).toEqual({ username: "Username must be at least 3 characters" });
  expect(problemsOf({ username: "a".repeat(20) })).toEqual({});
  expect(problemsOf({ username: "a".repeat(21) })).toEqual({ username: "Username must be less than 20 characters" });
  for (const username of ["ab c", "ab_c", "Тень", "aé1"])
    expect(problemsOf({ username })).toEqual({ username: "Username may contain only letters and digits" });
});

test("email: must look like an address", () => {
  expect(problemsOf({ email: "" })).toEqual({ email: "Email is required" });
  for (const email of ["a", "a@b", "a b@c.d", "@c.d", "a@c."])
    expect(problemsOf({ email })).toEqual({ email: "Invalid email address" });
});

test("new password: 6 to 16 printable characters", () => {
  const password = (text: string) => problemsOf({ password: text, confirmPassword: text });
  expect(password("12345")).toEqual({ password: "Password must be at least 6 characters" });
  expect(password("123456")).toEqual({});
  expect(password("a".repeat(16))).toEqual({});
  expect(password("a".repeat(17))).toEqual({ password: "Password must be at most 16 characters" });
  for (const text of ["пароль12", "tab\there", " leading", "trailing "])
    expect(password(text)).toEqual({ password: "Password may contain only printable characters" });
  expect(password("in the midst")).toEqual({});
});

test("confirmation: must equal the password", () => {
  expect(problemsOf({ confirmPassword: "" })).toEqual({ confirmPassword: "Please confirm your password" });
  expect(problemsOf({ confirmPassword: "secret2" })).toEqual({ confirmPassword: "Passwords do not match" });
});

test("an empty form reports every field", () => {
  expect(registerProblems({ username: "", email: "", password: "", confirmPassword: "" })).toEqual({
    username: "Username is required",
    email: "Email is required",
    password: "Password is required",
    confirmPassword: "Please confirm your password",
  });
});
