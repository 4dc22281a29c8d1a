import { unconditional } from '../conditions/conditions.ts';
import type { Api } from '../handlers/handler.ts';
import type { PreparedWrite, PrepareWrite } from '../handlers/write.ts';
import { precondition } from '../conditions/precondition.ts';
import { member, type JsonObject } from '../jsonapi/documents/read-json.ts';
import { operationsOf, type WriteAction } from '../operations.ts';
import { targetOf as typeChangedBy, writeOf } from '../write-of.ts';
import { IF_MATCH, readIfMatch } from './if-match.ts';
import { readTarget, type OperationTarget } from './operation-target.ts';
import { isOfLinkage, writeRoutes } from './write-routes.ts';

/** The single requests that operations stand for. Local identifiers must have been replaced; pointers of errors start at the operation. */
export interface SingleWrites {
  /** @throws ApiError 400 */
  readonly targetOf: (operation: JsonObject) => OperationTarget;
  /**
   * The precondition is read when the write runs.
   * @throws ApiError
   */
  readonly prepare: (operation: JsonObject) => PreparedWrite;
  /** Whether an operation that overwrites must have a precondition. */
  readonly requireIfMatch: boolean;
}

export function singleWrites(api: Api): SingleWrites {
  const routes = writeRoutes(operationsOf(api.limits), api.linkTo);
  const prepares = new Map<WriteAction, PrepareWrite>();
  const prepareOf = (action: WriteAction): PrepareWrite => {
    const prepare = prepares.get(action) ?? writeOf(api, action);
    prepares.set(action, prepare);
    return prepare;
  };
  const targetOf = (operation: JsonObject): OperationTarget => readTarget(operation, routes);
  return {
    requireIfMatch: api.limits.requireIfMatch,
    targetOf,
    prepare: (operation) => {
      const { action, id } = targetOf(operation);
      const data = member(operation, 'data');
      const write = prepareOf(action)({
        // Only top-level links show it, which results have not.
        path: '',
        id,
        queryString: queryFor(action),
        document: () => (data === undefined ? {} : { data }),
        documentFirst: true,
        conditions: unconditional,
      });
      return async (transaction) => {
        const ifMatch = readIfMatch(operation, action);
        if (ifMatch === undefined) return write(transaction);
        const conditions = { ...unconditional, ifMatch };
        // Known already: whoever opens the transaction has asked for it.
        const mark = await api.epochMark();
        return write(transaction, precondition(conditions, { type: typeChangedBy(action), mark, source: SOURCE }));
      };
    },
  };
}

const SOURCE = { pointer: IF_MATCH };

/** The result of a changed relationship is empty, so its resource need not be read. */
function queryFor(action: WriteAction): string {
  return isOfLinkage(action) ? `fields[${action.resource.type}]=` : '';
}
