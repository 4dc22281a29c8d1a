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
  const errors = errorsIn(body);
  return errors.length === 0 ? [`the answer has status ${status}`] : errors.map(reasonOf);
}

/** Whether one of the errors in an answer has a code. */
export function hasCode(body: string, code: string): boolean {
  return errorsIn(body).some((error) => error.code === code);
}

function reasonOf({ detail, title, source }: ErrorObject): string {
  const what = detail ?? title ?? 'no reason was given';
  if (source?.pointer !== undefined) return `${what} (at ${source.pointer})`;
  return source?.parameter === undefined ? what : `${what} (parameter ${source.parameter})`;
}

/** None if something else than the service answers, as a proxy does. */
function errorsIn(body: string): readonly ErrorObject[] {
  try {
    const { errors } = JSON.parse(body) as { readonly errors?: unknown };
    return Array.isArray(errors) ? (errors as readonly ErrorObject[]) : [];
  } catch {
    return [];
  }
}
