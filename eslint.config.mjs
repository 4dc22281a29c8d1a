import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const suffix = 'Node runs the source as it is: relative imports must end in .ts, .tsx or .json.';
const withoutSuffix = '/^[.].*(?<![.](?:tsx?|json))$/';

const projects = ['tsconfig.json', 'explorer/src/tsconfig.json', 'client/tsconfig.json'];

export default defineConfig(
  { ignores: ['node_modules', 'coverage', 'dist', '.data', 'explorer/built', 'client/built', 'client/src/schema.ts'] },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  { languageOptions: { parserOptions: { project: projects, tsconfigRootDir: import.meta.dirname } } },
  {
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: `ImportDeclaration[source.value=${withoutSuffix}]`, message: suffix },
        { selector: `ExportNamedDeclaration[source.value=${withoutSuffix}]`, message: suffix },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/dot-notation': 'off',
      // A synchronous adapter uses `async` without `await` to reject instead of throwing.
      '@typescript-eslint/require-await': 'off',
      // `return report(…)` is a short early return from a void function.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // Strings are spread into code points on purpose.
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      'max-lines': ['error', { max: 240, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      // chai's assertions can be properties: `expect(x).to.be.empty`.
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      'max-lines': 'off',
    },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: { console: 'readonly' } },
  },
  {
    files: ['src/adapters/http/pages/files/*.js'],
    languageOptions: {
      globals: { document: 'readonly', location: 'readonly', matchMedia: 'readonly', URL: 'readonly' },
    },
  },
);
