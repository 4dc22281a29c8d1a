/** The maximum length of an indexed text, in characters. An index entry has at most 2,704 bytes, and a character up to 4. */
export const LONGEST_INDEXED = 600;
