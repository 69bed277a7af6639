import js from '@eslint/js';
import globals from 'globals';

export default [
  { files: ['js/**/*.js'], ...js.configs.recommended, languageOptions: { globals: globals.browser } },
  { files: ['tests/**/*.js'], ...js.configs.recommended, languageOptions: { globals: globals.node } },
];
