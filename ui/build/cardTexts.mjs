// The texts of link previews that the service draws, from the catalogues: one set per language.

/** Texts that the page has as well: section and key. */
const OF_THE_PAGE = {
  pvpRank: ["character", "pvpRank"],
  pvpKills: ["reports", "pvpKills"],
  level: ["character", "level"],
  hero: ["character", "hero"],
  noble: ["character", "noble"],
  alliance: ["clan", "allies"],
  castle: ["clan", "holdsCastle"],
  members: ["clan", "members"],
  reputation: ["clan", "reputation"],
  sinceLast: ["reports", "sinceLast"],
  killsByClan: ["reports", "killsByClan"],
  siegeOf: ["reports", "siegeOf"],
  clans: ["reports", "clans"],
  changedHands: ["reports", "changedHands"],
  times: ["reports", "times"],
  weekTitle: ["reports", "weekTitle"],
  bossKills: ["reports", "bossKills"],
  castlesTaken: ["reports", "castlesTaken"],
  firsts: ["reports", "firsts"],
  newHeroes: ["reports", "newHeroes"],
  mostPlayers: ["reports", "peak"],
};

/** `group` and `decimal`: the signs in numbers. */
export const cardTexts = (catalogues) =>
  Object.fromEntries(Object.entries(catalogues).map(([code, catalogue]) => [code, ofLanguage(catalogue)]));

function ofLanguage({ language, game, cards, ...sections }) {
  const parts = new Intl.NumberFormat(language.locale, { useGrouping: "always" }).formatToParts(12_345.6);
  const sign = (type) => parts.find((part) => part.type === type).value;
  const day = new Intl.DateTimeFormat(language.locale, {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });
  const dates = Array.from({ length: 12 }, (_, month) =>
    day
      .formatToParts(Date.UTC(2026, month, 15))
      .map(({ type, value }) => (type === "day" || type === "year" ? `{${type}}` : value))
      .join(""),
  );
  const pageTexts = Object.entries(OF_THE_PAGE).map(([name, [section, key]]) => [name, sections[section][key]]);
  const metrics = Object.entries(sections.reports.metrics).map(([metric, name]) => [`metric_${metric}`, name]);
  return {
    group: sign("group"),
    decimal: sign("decimal"),
    dates,
    races: Object.values(game.races),
    texts: { ...Object.fromEntries([...pageTexts, ...metrics]), ...cards },
  };
}
