import type { ComponentsObject } from 'openapi3-ts/oas31';

/**
 * The components that something refers to, directly or through others. Which ones depends on the resources: not every type is at the end of a
 * to-one relationship.
 * @param root what refers to them, such as the paths
 */
export function usedComponents(all: ComponentsObject, root: unknown): ComponentsObject {
  const kinds = Object.entries(all as Readonly<Record<string, Readonly<Record<string, unknown>>>>);
  const byPlace = new Map(
    kinds.flatMap(([kind, components]) =>
      Object.entries(components).map(([name, component]) => [`${kind}/${name}`, component]),
    ),
  );
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, place = ''] of JSON.stringify(value).matchAll(/"#\/components\/(\w+\/\w+)"/g)) {
      if (used.has(place)) continue;
      used.add(place);
      visit(byPlace.get(place));
    }
  };
  visit(root);
  return Object.fromEntries(
    kinds.map(([kind, components]) => {
      const kept = Object.entries(components).filter(([name]) => used.has(`${kind}/${name}`));
      return [kind, Object.fromEntries(kept)];
    }),
  );
}
