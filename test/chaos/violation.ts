/** The service broke an invariant. */
export class Violation extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Violation';
  }
}
