interface ErrorObject {
  readonly code?: string;
  readonly title?: string;
  readonly detail?: string;
  readonly source?: { readonly pointer?: string; readonly parameter?: string };
}

/**
 * The reasons of an answer that is not the wanted one, for people.
 * @example ['"name" is required (at /data/attributes/name)']
 */
export function reasonsOf(status: number, body: string): readonly string[] {
  const { errors, omitted } = documentIn(body);
  if (errors.length === 0) return [`the answer has status ${status}`];
  return [...errors.map(reasonOf), ...(omitted > 0 ? [`and ${omitted} more`] : [])];
}

/** Whether one of the errors in an answer has a code. */
export function hasCode(body: string, code: string): boolean {
  return documentIn(body).errors.some((error) => error.code === code);
}

function reasonOf({ detail, title, source }: ErrorObject): string {
  const what = detail ?? title ?? 'no reason was given';
  if (source?.pointer !== undefined) return `${what} (at ${source.pointer})`;
  return source?.parameter === undefined ? what : `${what} (parameter ${source.parameter})`;
}

interface ErrorDocument {
  readonly errors: readonly ErrorObject[];
  /** How many more errors there are. */
  readonly omitted: number;
}

/** Without errors if something else than the service answers, as a proxy does. */
function documentIn(body: string): ErrorDocument {
  try {
    const { errors, meta } = JSON.parse(body) as Partial<Record<'errors' | 'meta', unknown>>;
    const { omitted } = (meta ?? {}) as { readonly omitted?: unknown };
    return {
      errors: Array.isArray(errors) ? (errors as readonly ErrorObject[]) : [],
      omitted: typeof omitted === 'number' ? omitted : 0,
    };
  } catch {
    return { errors: [], omitted: 0 };
  }
}
