// JavaScript lint, run by `npm run lint`. js/ is checked by tsc too (tsconfig.json), which sees what types show.

import js from '@eslint/js';
import globals from 'globals';

export default [
    { ignores: ['build/', 'dist/', 'js/generated/', 'demo/dist/', '**/*.d.mts', '**/*.d.cts', 'tests/types/'] },
    js.configs.recommended,
    {
        languageOptions: { ecmaVersion: 2024, globals: globals.nodeBuiltin },
        rules: {
            eqeqeq: 'error',
            'no-var': 'error',
            'prefer-const': 'error',
            'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
            'no-implicit-globals': 'error',
            'no-shadow': 'error',
            'object-shorthand': 'error',
            'no-else-return': 'error',
            'no-throw-literal': 'error',
        },
    },
    {
        // What ships runs everywhere: nothing of Node, of the page or of a worker without asking whether it is there.
        files: ['js/**/*.js'],
        languageOptions: { ecmaVersion: 2022, globals: globals['shared-node-browser'] },
        rules: {
            'no-restricted-globals': ['error', 'process', 'require', 'window', 'document'],
            'no-restricted-syntax': ['error', { selector: 'MetaProperty[meta.name="import"]', message: 'no import.meta in what ships' }],
            'no-eval': 'error',
            'no-new-func': 'error',
            'no-console': ['error', { allow: ['error'] }],
        },
    },
    {
        files: ['demo/**/*.js', 'tests/browser/**/*.js', 'tests/packages/app/**/*.js', 'tests/support/engines/*.js', 'tests/support/pictures.js'],
        languageOptions: { globals: { ...globals.browser, ...globals.nodeBuiltin } },
    },
    { files: ['**/*.cjs'], languageOptions: { sourceType: 'commonjs', globals: globals.node } },
];
