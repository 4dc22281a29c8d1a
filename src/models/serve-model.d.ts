/** See `serve-model.js`. */
export declare function serveModel(words: string[], environment: Record<string, string | undefined>): void;
