import { defineConfig } from '@playwright/test';

const target = process.env.CARGO_TARGET_DIR ?? new URL('../../target', import.meta.url).pathname;

/** A desktop with a mouse; tests of other screens say so. */
const use = { viewport: { width: 1280, height: 1000 } };

/** The browsers of Debian, which scripts/browser installs. */
export default defineConfig({
  testDir: 'tests/browser',
  // The targets are measured when they are asked for, and alone.
  testMatch: process.env.DLX_TARGETS ? 'targets.js' : '*.spec.js',
  outputDir: `${target}/tmp/playwright`,
  fullyParallel: true,
  forbidOnly: true,
  workers: '100%',
  reporter: 'list',
  // Far more than a step needs even on a busy machine.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  projects: [
    {
      name: 'chromium',
      use: {
        ...use,
        browserName: 'chromium',
        launchOptions: {
          // The engine without the windows around it takes half as long. What was measured before is measured with them.
          executablePath: process.env.CHROMIUM ?? (process.env.DLX_TARGETS ? '/usr/bin/chromium' : '/usr/bin/chromium-headless-shell'),
          // Root has no sandbox.
          args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
        },
      },
    },
    {
      // An unchanged Firefox, by WebDriver BiDi. It has no touch and does not pretend to be a phone.
      name: 'firefox',
      use: {
        ...use,
        browserName: 'firefox',
        channel: 'moz-firefox',
        launchOptions: {
          executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
          // No processes for pages that may come: most tests have one page, and end before another one would come.
          firefoxUserPrefs: { 'dom.ipc.processPrelaunch.enabled': false },
        },
      },
      grepInvert: /@chromium/,
    },
  ],
});
