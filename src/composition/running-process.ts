/** The service as a process sees it: in this process, or in several that it supervises. */
export interface RunningProcess {
  /** `http://host:port` */
  readonly url: string;
  /** Undefined: the admin server is off. */
  readonly adminUrl: string | undefined;
  /** Counts a dropped log line. */
  logLineDropped(): void;
  /** Answers pending requests, then closes connections and storage. */
  stop(): Promise<void>;
  /** Replaces the processes that serve; undefined: this one serves itself. */
  readonly restart?: () => Promise<void>;
}
