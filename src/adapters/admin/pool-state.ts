/** The connections of the pool, by state. */
export interface PoolState {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
  readonly streaming: number;
}
