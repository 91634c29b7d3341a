import { LANGUAGE } from "@shared/format";

const rules = new Intl.PluralRules(LANGUAGE);

type Forms<Text> = { other: Text } & Partial<Record<Intl.LDMLPluralRule, Text>>;

/** Returns the form for the count by the rules of the page's language; `zero` is for 0 in every language. */
export const plural = <Text>(count: number, forms: Forms<Text>): Text =>
  (count === 0 ? forms.zero : undefined) ?? forms[rules.select(count)] ?? forms.other;
