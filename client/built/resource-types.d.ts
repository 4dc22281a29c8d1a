// Written by `npm run build:client` from the service's OpenAPI document. Do not edit.
export declare const resourceTypes: Readonly<
  Record<
    string,
    {
      readonly list: string;
      readonly toOne: Readonly<Record<string, string>>;
      readonly toMany: Readonly<Record<string, string>>;
    }
  >
>;
