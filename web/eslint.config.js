import js from '@eslint/js';
import globals from 'globals';

export default [
  { files: ['page/js/**/*.js'], ...js.configs.recommended, languageOptions: { globals: globals.browser } },
  { files: ['page/tests/**/*.js'], ...js.configs.recommended, languageOptions: { globals: globals.node } },
];
