// Light or dark: as the system has it, until the person chooses.
import { computed, effect, signal } from '@preact/signals';

export type Theme = 'light' | 'dark';

const storedAs = 'explorer-theme';
const system = matchMedia('(prefers-color-scheme: dark)');
const systemTheme = signal<Theme>(system.matches ? 'dark' : 'light');
const chosen = signal<Theme | undefined>(stored());

export const theme = computed<Theme>(() => chosen.value ?? systemTheme.value);

export function followTheme(): void {
  system.addEventListener('change', () => {
    systemTheme.value = system.matches ? 'dark' : 'light';
  });
  effect(() => document.documentElement.setAttribute('data-theme', theme.value));
}

export function toggleTheme(): void {
  chosen.value = theme.value === 'dark' ? 'light' : 'dark';
  remember(storedAs, chosen.value);
}

function stored(): Theme | undefined {
  const value = recall(storedAs);
  return value === 'dark' || value === 'light' ? value : undefined;
}

/** Browsers can forbid storage; then nothing is remembered. */
export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    return;
  }
}

export function recall(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}
