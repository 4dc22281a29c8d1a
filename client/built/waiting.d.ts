/**
 * Waits for a time.
 * @throws the reason of `signal` as soon as it is aborted; `stopped` only ends the pause
 */
export declare function pause(millis: number, signal: AbortSignal | null, stopped?: AbortSignal): Promise<void>;
/** @throws the reason of the signal as soon as it is aborted; starts nothing if it already is */
export declare function unlessAborted<Result>(signal: AbortSignal | null, start: () => Promise<Result>): Promise<Result>;
