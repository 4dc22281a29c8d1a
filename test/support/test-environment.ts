/** The settings of a tested service, unless its test is about them: a free port, a lag limit that no machine reaches, a folder that cannot be. */
export const testEnvironment = { PORT: '0', MAX_EVENT_LOOP_LAG_MS: '3600000', DATA_DIR: '/dev/null/none' } as const;
