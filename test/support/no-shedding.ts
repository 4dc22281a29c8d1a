/** A lag limit that no machine reaches; only tests of load shedding set another. */
export const noShedding = { MAX_EVENT_LOOP_LAG_MS: '3600000' } as const;
