/** Icon paths on a 24 by 24 grid. */
export const STAR = "m12 3.500 2.700 5.500 6 .9-4.350 4.200 1.050 6L12 17.200l-5.400 2.900 1.050-6L3.300 9.900l6-.9z";
export const BELL = "M6 16v-5.500a6 6 0 0 1 12 0V16l1.500 2h-15ZM10 20.500a2 2 0 0 0 4 0M12 4.500v-2";
