/** Why a value is missing: the texts of `EmptyValue`. */
export const NO_CHARACTER = "This account has no characters yet.";
export const NO_MAIL = "No e-mail set. Add one in Edit Profile.";
export const NO_ENTRY = "The game does not record when this account was created.";
export const NO_ADDRESS = "No IP address recorded for this account yet.";
export const NO_DEATHS = "This server does not count deaths.";
export const NO_LOGIN = "No login recorded for this character.";
export const NO_BIRTH = "This server does not record when a character was created.";
export const NO_FAME = "This server does not record fame.";
export const NO_VITAL = "The game has not recorded this value yet.";
export const NO_STAT = "Not recorded by this server.";
export const NO_RATIO = "No deaths yet.";
