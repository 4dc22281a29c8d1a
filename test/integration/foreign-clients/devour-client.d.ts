// The part of devour-client that the tests use; it ships no types.
declare module 'devour-client' {
  interface Answer {
    // oxlint-disable-next-line typescript/no-explicit-any -- tests reach into it; a wrong path fails the expectation
    readonly data: any;
    readonly meta: object;
    readonly links: { readonly self: string };
  }
  class JsonApi {
    constructor(options: {
      readonly apiUrl: string;
      readonly pluralize?: false;
      readonly logger?: boolean;
      readonly errorBuilder?: (error: object) => object;
    });
    define(type: string, fields: object, options: object): void;
    findAll(type: string, parameters?: object): Promise<Answer>;
    find(type: string, id: string, parameters?: object): Promise<Answer>;
    create(type: string, fields: object, parameters?: object): Promise<Answer>;
    update(type: string, fields: object, parameters?: object): Promise<Answer>;
    destroy(type: string, id: string): Promise<Answer>;
    destroy(body: object): Promise<Answer>;
    one(type: string, id: string): this;
    all(type: string): this;
    relationships(name: string): this;
    get(parameters?: object): Promise<Answer>;
    post(body: object, parameters?: object): Promise<Answer>;
    patch(body: object | null): Promise<Answer>;
  }
  export default JsonApi;
}
