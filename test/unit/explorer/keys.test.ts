import { expect } from 'chai';
import { keyLines } from '../../../explorer/src/model/key-lines.ts';
import { actionIn, keys, type Key, type KeyPlace } from '../../../explorer/src/model/keys.ts';

const unpressed = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isComposing: false, keyCode: 0 };

describe('explorer: keys', () => {
  it('act only in their place, with exactly their modifiers', () => {
    const slash = { ...unpressed, key: '/' };
    expect(actionIn('page', slash)).to.equal('search');
    expect(actionIn('list', slash)).to.equal(undefined);
    // On a German keyboard.
    expect(actionIn('page', { ...slash, shiftKey: true })).to.equal('search');
    expect(actionIn('page', { ...slash, ctrlKey: true })).to.equal(undefined);
    const enter = { ...unpressed, key: 'Enter' };
    expect(actionIn('text', enter)).to.equal('submit');
    expect(actionIn('text', { ...enter, shiftKey: true })).to.equal('newLine');
    expect(actionIn('text', { ...enter, altKey: true })).to.equal(undefined);
  });

  it('each have one action in their place', () => {
    for (const place of Object.keys(keys).filter(isPlace)) {
      const actions: Readonly<Record<string, Key>> = keys[place];
      for (const [action, { chords }] of Object.entries(actions))
        for (const chord of chords) expect(actionIn(place, pressed(chord)), `${chord} ${place}`).to.equal(action);
    }
  });

  it('are left to an input method', () => {
    const enter = { ...unpressed, key: 'Enter' };
    expect(actionIn('text', { ...enter, isComposing: true })).to.equal(undefined);
    expect(actionIn('text', { ...enter, keyCode: 229 })).to.equal(undefined);
  });

  it('share a line with keys that do the same', () => {
    const text = keyLines().filter(({ place }) => place === 'in a text box');
    expect(text.map(({ chords }) => chords)).to.deep.equal([['Enter'], ['Shift+Enter']]);
    const list = keyLines().find(({ place }) => place === 'in the list');
    expect(list?.chords).to.include.members(['Up', 'Down']);
  });
});

function isPlace(name: string): name is KeyPlace {
  return Object.hasOwn(keys, name);
}

/** The event of a chord such as `Shift+Tab`. */
function pressed(chord: string): Parameters<typeof actionIn>[1] {
  const [key = '', ...modifiers] = chord.split('+').toReversed();
  const has = (modifier: string): boolean => modifiers.includes(modifier);
  return { ...unpressed, key, ctrlKey: has('Control'), metaKey: has('Meta'), shiftKey: has('Shift') };
}
