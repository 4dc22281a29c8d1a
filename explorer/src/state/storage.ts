// The page's storage in the browser. Browsers can forbid it; then nothing is remembered.

/** The storage key of a value of this service. Other services may share the origin under different paths. */
export function ofService(name: string): string {
  return `${name} ${new URL('../', document.baseURI).pathname}`;
}

/** @returns false if the browser forbids it or has no room */
export function remember(name: string, value: string): boolean {
  try {
    localStorage.setItem(name, value);
    return true;
  } catch {
    return false;
  }
}

export function recall(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * Keeps a value for this tab until it is closed.
 * @param value undefined to remove it
 * @returns false if the browser has no room for it
 */
export function keepInTab(name: string, value: string | undefined): boolean {
  try {
    sessionStorage.removeItem(name);
    if (value !== undefined) sessionStorage.setItem(name, value);
    return true;
  } catch {
    return false;
  }
}

export function recallInTab(name: string): string | undefined {
  try {
    return sessionStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}
