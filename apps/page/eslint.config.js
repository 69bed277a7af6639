import js from '@eslint/js';
import globals from 'globals';

export default [
  { files: ['js/**/*.js'], ...js.configs.recommended, languageOptions: { globals: globals.browser } },
  { files: ['sw.js'], ...js.configs.recommended, languageOptions: { globals: globals.serviceworker } },
  { files: ['tests/**/*.js'], ...js.configs.recommended, languageOptions: { globals: globals.node } },
  {
    // Parts of these run in the browser.
    files: ['tests/browser/**/*.js'],
    languageOptions: { globals: globals.browser },
    // A fixture names the others that it uses, even if there are none.
    rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] },
  },
];
