// The requests to Kurier and json-api-nestjs, in their own languages, for the same data as the service.
import { read, write, type Request, type Row } from '../rows.ts';

/** @returns undefined for what Kurier cannot do; see its notes in peers.ts */
export function askKurier(row: Row): Row['requests'] | undefined {
  switch (row.name) {
    case 'person':
      return row.requests;
    case 'persons':
      return () => [read('/persons?page[number]=0&page[size]=30&sort=id')];
    case 'filter':
      return (_, persons) => [
        read(
          `/computers?filter[owner_id]=${persons}&filter[serial]=ge:SN-4|le:SN-C&sort=-serial&page[number]=2&page[size]=30`,
        ),
      ];
    case 'create':
    case 'update':
      return (...sender) => row.requests(...sender).map(inCamelCase);
    case 'link':
      return (...sender) => row.requests(...sender).map(withOwner);
    default:
      return undefined;
  }
}

/** @returns undefined for what is not measured */
export function askNestjs(row: Row): Row['requests'] | undefined {
  switch (row.name) {
    case 'person':
    case 'link':
      return (...sender) => row.requests(...sender).map(inSingular);
    case 'persons':
      return () => [read('/person?page[number]=1&page[size]=30')];
    case 'include':
    case 'bounded': // It can only include all computers.
      return () => [read('/person?page[number]=1&page[size]=30&include=computers')];
    case 'filter':
      return (_, persons) => [
        read(
          `/computer?filter[ownerId][eq]=${persons}&filter[serial][gte]=SN-4&filter[serial][lte]=SN-C&sort=-serial&page[number]=3&page[size]=30`,
        ),
      ];
    case 'create':
    case 'update':
      return (...sender) => row.requests(...sender).map((request) => inSingular(inCamelCase(request)));
    default:
      return undefined;
  }
}

/** Attributes are named like the properties of their classes. */
function inCamelCase(request: Request): Request {
  return { ...request, body: (request.body ?? '').replace('"birth_date"', '"birthDate"') };
}

/** Paths begin with the type. */
function inSingular(request: Request): Request {
  return { ...request, path: request.path.replace('/persons', '/person') };
}

/** The link as seen from the computer. */
function withOwner({ path, body }: Request): Request {
  const [, , person = ''] = path.split('/');
  const [computer] = (JSON.parse(body ?? '') as { readonly data: readonly { readonly id: string }[] }).data;
  const id = computer?.id ?? '';
  const relationships = { owner: { data: { type: 'person', id: person } } };
  return write('PATCH', `/computers/${id}`, { type: 'computer', id, attributes: {}, relationships });
}
