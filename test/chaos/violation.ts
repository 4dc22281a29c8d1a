/** The service has broken a promise. */
export class Violation extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Violation';
  }
}
