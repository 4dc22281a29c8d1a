// Writing the statement of a change costs more than sending it, and changes of the same attributes come again and again.
import { changeSql, ID_HOLE } from './change-sql.ts';
import type { DatabaseDescription } from './database-description.ts';
import type { TypedSelection } from './selection-sql.ts';
import { Template, type Statement } from './sql.ts';

/** The last statement for what a change shows. */
interface Remembered {
  readonly linkage: readonly string[];
  /** The names of the attributes that it changes. */
  readonly changed: string;
  readonly template: Template;
}

/** Writes the statements of changes, or gives those that it has written for changes of the same attributes. */
export class ChangeStatements {
  readonly #database: DatabaseDescription;
  /** By the selected attributes, so that it is forgotten with the selection. */
  readonly #remembered = new WeakMap<readonly string[], Remembered>();

  constructor(database: DatabaseDescription) {
    this.#database = database;
  }

  /** @param changes new values by attribute; `null` is unset */
  statementOf(id: string, changes: Readonly<Record<string, string | null>>, selection: TypedSelection): Statement {
    const names = Object.keys(changes);
    const changed = `${selection.type}: ${names.join()}`;
    const known = this.#remembered.get(selection.attributes);
    const isSame = known?.changed === changed && known.linkage === selection.linkage;
    const template = isSame ? known.template : new Template(changeSql(names, selection, this.#database));
    if (!isSame) this.#remembered.set(selection.attributes, { linkage: selection.linkage, changed, template });
    return template.fill({ ...changes, [ID_HOLE]: id });
  }
}
