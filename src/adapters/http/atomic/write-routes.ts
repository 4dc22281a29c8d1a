import type { Json } from '../jsonapi/documents/read-json.ts';
import type { LinkTo } from '../jsonapi/documents/links.ts';
import type { Resource } from '../jsonapi/resources/resource.ts';
import { isRead, type Action, type Method, type Operation, type WriteAction } from '../operations.ts';

/** The codes of operations, and the method that each stands for. */
const METHODS = { add: 'POST', update: 'PATCH', remove: 'DELETE' } as const satisfies Record<string, Method>;

export type OperationCode = keyof typeof METHODS;
export const operationCodes = Object.keys(METHODS) as readonly OperationCode[];

export function isOperationCode(value: Json | undefined): value is OperationCode {
  return operationCodes.some((code) => code === value);
}

/** The routes that operations of a list can stand for. Each lookup gives undefined if there is none. */
export interface WriteRoutes {
  /** At a path, or a link to it; also gives the identifier in it. */
  readonly at: (code: OperationCode, href: string) => { readonly action: WriteAction; readonly id: string } | undefined;
  /** Creates a resource. */
  readonly onList: (resource: Resource) => WriteAction | undefined;
  readonly onResource: (code: OperationCode, resource: Resource) => WriteAction | undefined;
  readonly onLinkage: (code: OperationCode, resource: Resource, relationship: string) => WriteAction | undefined;
}

export function writeRoutes(operations: readonly Operation[], linkTo: LinkTo): WriteRoutes {
  const routes = operations.flatMap(({ action, ...route }) => (isOffered(action) ? [{ ...route, action }] : []));
  const find = (method: Method, isWanted: (action: WriteAction) => boolean): WriteAction | undefined =>
    routes.find((route) => route.method === method && isWanted(route.action))?.action;
  return {
    at: (code, href) => {
      const path = pathOf(href, linkTo(''));
      const matches = routes
        .filter(({ method }) => method === METHODS[code])
        .flatMap(({ action, path: template }) => {
          const id = idIn(template, path);
          return id === undefined ? [] : [{ action, id }];
        });
      return matches[0];
    },
    onList: (resource) => find('POST', ({ kind, resource: at }) => kind === 'create' && at === resource),
    onResource: (code, resource) =>
      find(METHODS[code], ({ kind, resource: at }) => (kind === 'update' || kind === 'delete') && at === resource),
    onLinkage: (code, resource, name) =>
      find(
        METHODS[code],
        (action) => isOfLinkage(action) && action.resource === resource && action.relationship === name,
      ),
  };
}

/** All writes but POST and DELETE on a to-one relationship: the extension adds to and removes from to-many ones only. */
function isOffered(action: Action): action is WriteAction {
  if (isRead(action) || action.kind === 'operate') return false;
  return (action.kind !== 'link' && action.kind !== 'unlink') || action.form === 'many';
}

type OfLinkage = Extract<WriteAction, { readonly kind: 'link' | 'replace' | 'unlink' }>;

/** Whether an action changes a relationship, so that its result is empty. */
export function isOfLinkage(action: WriteAction): action is OfLinkage {
  return action.kind === 'link' || action.kind === 'replace' || action.kind === 'unlink';
}

/** @param publicUrl without a slash at its end; empty if there is none */
function pathOf(href: string, publicUrl: string): string {
  return href.startsWith(`${publicUrl}/`) ? href.slice(publicUrl.length) : href;
}

/**
 * The identifier in a path, decoded as the router does; undefined if the path does not match.
 * @example idIn('/persons/:id', '/persons/7') // '7'
 */
function idIn(template: string, path: string): string | undefined {
  if (/[?#]/.test(path)) return undefined;
  const names = template.split('/');
  const segments = path.split('/');
  if (names.length !== segments.length) return undefined;
  let id = '';
  for (const [index, name] of names.entries()) {
    const segment = segments[index] ?? '';
    if (name.startsWith(':') && segment !== '') id = decoded(segment);
    else if (name !== segment) return undefined;
  }
  return id;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
