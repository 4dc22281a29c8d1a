// The palette finds lists, views, actions and resources. These are all but the resources, which the API finds.
import type { Resource } from '../model/api.ts';
import { exportName, exportPath } from '../model/exports.ts';
import { capitalized } from '../model/fields.ts';
import { mayDo } from '../model/permitted.ts';
import { emptyQuestion } from '../model/question.ts';
import { questionIn } from '../model/views.ts';
import { actor } from './access.ts';
import { api } from './api.ts';
import { filterShown } from './filter-shown.ts';
import { reload } from './loaded.ts';
import { openDialog } from './open-dialog.ts';
import { go, question, resource } from './question.ts';
import { saveFrom } from './save-file.ts';
import { urlOf } from './send.ts';
import { changeUser, isSignedIn } from './sign-in.ts';
import { savedViews } from './views.ts';

export interface PaletteEntry {
  readonly key: string;
  readonly group: 'Lists' | 'Views' | 'Actions' | 'Resources';
  readonly title: string;
  /** What kind of thing it is, if the title does not tell. */
  readonly hint: string;
  readonly run: () => void;
}

export function fixedEntries(): readonly PaletteEntry[] {
  return [...lists(), ...views(), ...actions()];
}

function lists(): readonly PaletteEntry[] {
  return api.value.resources.map(({ type, plural }) => {
    const title = capitalized(plural);
    return { key: `list ${type}`, group: 'Lists', title, hint: '', run: () => void go(emptyQuestion(type)) };
  });
}

function views(): readonly PaletteEntry[] {
  return savedViews.value.flatMap((view): readonly PaletteEntry[] => {
    const { type, name } = view;
    const to = questionIn(api.value, view);
    const of = api.value.resources.find((shown) => shown.type === type);
    if (to === undefined || of === undefined) return [];
    return [{ key: `view ${type} ${name}`, group: 'Views', title: name, hint: of.plural, run: () => void go(to) }];
  });
}

function actions(): readonly PaletteEntry[] {
  const shown = resource.value;
  const isDark = document.documentElement.dataset['theme'] === 'dark';
  return [
    ...api.value.resources.flatMap(creations),
    ...(shown === undefined ? [] : actionsOnList(shown)),
    ...(actor.value === undefined ? [] : [action(isSignedIn.value ? 'Sign out' : 'Sign in', () => void changeUser())]),
    action(isDark ? 'Light mode' : 'Dark mode', () => document.querySelector<HTMLElement>('.theme-switch')?.click()),
    action('Reference of the API', () => location.assign(urlOf('/docs/'))),
    action('Query language', () => location.assign(urlOf('/docs/query'))),
    action('Keys', () => (openDialog.value = { kind: 'keys' })),
  ];
}

function creations(of: Resource): readonly PaletteEntry[] {
  if (!mayDo(of, 'create')) return [];
  const open = { type: of.type, id: undefined };
  return [
    action(`New ${of.label.toLowerCase()}`, () => void go({ open })),
    action(`Import ${of.plural}`, () => (openDialog.value = { kind: 'import', resource: of })),
  ];
}

function actionsOnList(shown: Resource): readonly PaletteEntry[] {
  const { plural } = shown;
  const save = (suffix: 'csv' | 'ndjson'): void => {
    const href = urlOf(exportPath(shown, question.value, suffix));
    void saveFrom(href, exportName(shown, question.value, suffix));
  };
  return [
    action(`Filter ${plural}`, () => (filterShown.value = true)),
    ...(api.value.limits.allowUnpaged
      ? [
          action(`Export ${plural} as CSV`, () => save('csv')),
          action(`Export ${plural} as NDJSON`, () => save('ndjson')),
        ]
      : []),
    action(`Reload ${plural}`, reload),
  ];
}

function action(title: string, run: () => void): PaletteEntry {
  return { key: `action ${title}`, group: 'Actions', title, hint: '', run };
}
