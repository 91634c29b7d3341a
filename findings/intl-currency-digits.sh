#!/usr/bin/env bash
# Node 26.10.0 (ICU 78.3, CLDR 48): decimals of a currency in `Intl.NumberFormat`. Needs Node 20 with npm, Linux on x64.
#
# Guess: the decimals are those of ISO 4217, as ECMA-402 said for years: two for COP, HUF, IDR and PKR. Payment providers
#        count COP in hundredths by the same list, so a price of 123,450 hundredths reads "1.234,50".
# Seen:  zero decimals for the four, as people write prices there: "1.235". A page that formats the provider's amount
#        without `minimumFractionDigits` shows another sum than the one that is charged. RSD, with two, follows ISO here;
#        Chromium 150 has zero for it as well.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-fund --no-audit node@26.10.0 currency-codes@2.2.0

cat > digits.cjs <<'JAVASCRIPT'
const currencies = require("currency-codes");

const format = (currency, options) => new Intl.NumberFormat("es-CO", { style: "currency", currency, ...options });
const digits = (currency) => format(currency).resolvedOptions().maximumFractionDigits;
const compared = ["COP", "HUF", "IDR", "PKR", "RSD", "CLP", "ARS", "BRL"].map((code) => [code, currencies.code(code).digits, digits(code)]);
for (const [code, iso, shown] of compared) console.log(`${code}: ISO 4217 ${iso}, Intl ${shown}`);
const price = 123_450 / 100;
const texts = [format("COP").format(price), format("COP", { minimumFractionDigits: 2 }).format(price)];
console.log(texts.join("   with minimumFractionDigits: "));
const different = compared.filter(([, iso, shown]) => iso !== shown).map(([code]) => code).join(" ");
process.exit(different === "COP HUF IDR PKR" && /1\.235$/.test(texts[0]) && /1\.234,50$/.test(texts[1]) ? 0 : 1);
JAVASCRIPT
node_modules/.bin/node digits.cjs
