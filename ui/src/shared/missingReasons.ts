import * as missing from "text:missing";
/** Why a value is missing: the texts of `EmptyValue`. */
export const NO_CHARACTER = missing.character;
export const NO_MAIL = missing.mail;
export const NO_ENTRY = missing.entry;
export const NO_ADDRESS = missing.address;
export const NO_DEATHS = missing.deaths;
export const NO_LOGIN = missing.login;
export const NO_BIRTH = missing.birth;
export const NO_FAME = missing.fame;
export const NO_VITAL = missing.vital;
export const NO_STAT = missing.stat;
export const NO_RATIO = missing.ratio;
