/**
 * Waits for a time.
 * @throws the reason of the first signal, as soon as it is aborted; the second one only ends the pause
 */
export declare function pause(millis: number, signal: AbortSignal | null, stopped?: AbortSignal): Promise<void>;
/** @throws the reason of the signal as soon as it is aborted; nothing is started if it was before */
export declare function unlessAborted<Result>(signal: AbortSignal | null, start: () => Promise<Result>): Promise<Result>;
