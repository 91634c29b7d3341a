import { useContent } from "@shared/content";
import { useState } from "react";
import { EnchantCalculator, type EnchantGoal } from "./EnchantCalculator";
import { EnchantChart } from "./EnchantChart";
import { type EnchantRules, enchantRules } from "./enchantOdds";

/** A goal of four levels above the safe one. */
const firstGoal = ({ safe, max }: EnchantRules): EnchantGoal => ({
  from: safe,
  to: Math.min(safe + 4, max),
  failure: "destroys",
});

/** Chances of each level, and the calculator if they are figures. */
export function Enchant() {
  const { rates, enchant } = useContent("info");
  const rules = enchantRules({ safe: rates.safe_enchant, max: rates.max_enchant, steps: enchant });
  const [goal, setGoal] = useState(() => (rules ? firstGoal(rules) : null));
  return (
    <>
      {enchant.length > 0 && <EnchantChart goal={goal} />}
      {rules && goal && <EnchantCalculator rules={rules} goal={goal} onGoal={setGoal} />}
    </>
  );
}
