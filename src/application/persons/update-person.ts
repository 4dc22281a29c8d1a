import { changePerson, checkPersonChanges, type Person, type PersonAttributes } from '../../domain/person.ts';
import { NotFoundError } from '../errors.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';
import type { View, ViewedResource } from '../model/view.ts';
import { changeAtOnce } from '../use-cases/change-at-once.ts';
import { lockLinks } from '../use-cases/lock-links.ts';
import { replaceSet } from './replace-computers.ts';
import { viewLast } from '../use-cases/view-last.ts';

/** What is not named keeps its value. */
export interface PersonChanges {
  readonly attributes: Partial<PersonAttributes>;
  /** The whole new set of computers, each once. */
  readonly computerIds: readonly string[] | undefined;
}

export class UpdatePerson {
  readonly #unitOfWork: UnitOfWork;

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork;
  }

  /**
   * Changes a person.
   * @throws NotFoundError, InvalidAttributesError, LinkedNotFoundError
   */
  execute(id: string, changes: PersonChanges, view: View): Promise<ViewedResource> {
    const { attributes, computerIds } = changes;
    if (computerIds === undefined && view.include === undefined) return this.#changeAttributes(id, attributes, view);
    return this.#unitOfWork.write(async (transaction) => {
      await applyChanges(transaction, id, changes);
      return viewLast(transaction, { type: 'person', id, view });
    });
  }

  #changeAttributes(id: string, attributes: Partial<PersonAttributes>, view: View): Promise<ViewedResource> {
    checkPersonChanges(attributes);
    return changeAtOnce(this.#unitOfWork, 'person', id, view, ({ persons }, selection) =>
      persons.change(id, attributes, selection),
    );
  }
}

/** Changes a person inside a transaction; errors as above. */
export async function applyChanges(transaction: Transaction, id: string, changes: PersonChanges): Promise<void> {
  const { attributes, computerIds } = changes;
  const person = await (computerIds === undefined
    ? lockPerson(transaction, id)
    : replaceSet(transaction, id, computerIds));
  const changed = changePerson(person, attributes);
  if (!isSame(person, changed)) await transaction.persons.save(changed);
}

async function lockPerson(transaction: Transaction, id: string): Promise<Person> {
  const person = (await lockLinks(transaction, [id], [])).persons.get(id);
  if (person === undefined) throw new NotFoundError('person', id);
  return person;
}

function isSame(one: Person, other: Person): boolean {
  return one.name === other.name && one.email === other.email && one.birthDate === other.birthDate;
}
