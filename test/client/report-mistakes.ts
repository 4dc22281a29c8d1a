// Tests that the types of the client report mistakes in code, and what they say.
import { expect } from 'chai';
import { compileSnippets } from './compile-snippets.ts';

/** Code that compiles, and the part of it whose replacement does not compile. */
export type Mistake = readonly [what: string, code: string, right: string, wrong: string];

interface Mistakes {
  /** The lines before each piece of code. */
  readonly head: string;
  readonly mistakes: readonly Mistake[];
  /** Mistakes and their full error messages. */
  readonly said: readonly (readonly [code: string, message: string])[];
}

export function testsOfMistakes(title: string, { head, mistakes, said }: Mistakes): void {
  describe(title, () => {
    let pairs: readonly (readonly string[])[];
    let messages: readonly (readonly string[])[];

    before(() => {
      const corrections = mistakes.flatMap(([, code, right, wrong]) => [code, code.replace(right, wrong)]);
      const compiled = compileSnippets([...corrections, ...said.map(([code]) => code)].map((code) => head + code));
      pairs = compiled.slice(0, corrections.length);
      messages = compiled.slice(corrections.length);
    });

    for (const [index, [what, code, right]] of mistakes.entries())
      it(`report a mistake in ${what} once, and take it corrected`, () => {
        const [corrected, mistaken = []] = pairs.slice(2 * index);
        expect(code).to.include(right);
        expect(corrected).to.deep.equal([]);
        expect(mistaken).to.have.length(1);
        expect(mistaken[0])
          .to.have.length.below(1200)
          .and.not.match(/overload/i);
      });

    it('say what is wrong with no more than that', () => {
      expect(messages).to.deep.equal(said.map(([, message]) => [message]));
    });
  });
}
