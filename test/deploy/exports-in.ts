/** The variables of lines such as `export NAME='value'`. */
export function exportsIn(text: string): Readonly<Record<string, string>> {
  const lines = text.matchAll(/^export (\w+)='([^']*)'$/gm);
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]));
}
