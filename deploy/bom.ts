// The software bill of materials: the packages that a server installs, and those that the built files contain.
import { execFileSync } from 'node:child_process';

/** Bundled into `client/built` and `explorer/built`, so they are delivered without being installed. */
const CONTAINED: ReadonlySet<string> = new Set([
  'csv-parse',
  'openapi-fetch',
  'preact',
  '@preact/signals',
  '@preact/signals-core',
]);

interface Bom {
  readonly serialNumber?: string;
  readonly metadata: { readonly timestamp: string; readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly properties: readonly { readonly name: string }[];
}

/**
 * A CycloneDX document of the lockfile in a folder. `npm sbom --omit dev` leaves out packages that developers' packages also need, such as
 * `pg`, so this takes all and selects.
 * @param name the name of the delivered component; npm would use that of the folder
 */
export function bomOf(folder: string, name: string): Bom {
  const parameters = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  const output = execFileSync('npm', parameters, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const bom = JSON.parse(output) as Bom;
  const components = bom.components.filter((component) => isDelivered(component)).map(withoutMark);
  const refs = new Set([bom.metadata.component, ...components].map((component) => component['bom-ref']));
  return {
    ...bom,
    metadata: { ...bom.metadata, component: { ...bom.metadata.component, name } },
    components,
    dependencies: bom.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) })),
  };
}

const FOR_DEVELOPERS = 'cdx:npm:package:development';

function isDelivered({ name, properties }: Component): boolean {
  return CONTAINED.has(name) || !properties.some((property) => property.name === FOR_DEVELOPERS);
}

function withoutMark(component: Component): Component {
  return { ...component, properties: component.properties.filter(({ name }) => name !== FOR_DEVELOPERS) };
}
