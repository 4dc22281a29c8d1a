/** Database timeouts that even a busy machine does not reach, for tests in which clients wait for each other. */
export const longTimeouts = { POOL_WAIT_MS: '120000', STATEMENT_TIMEOUT_MS: '120000' } as const;
