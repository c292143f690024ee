/**
 * Journeys in other engines than the one of the browser tests; `npm run test:browsers` runs them. `programs` are
 * names of debian-programs.mjs; their paths are given to the journeys of e2e/`folder` in the variables of that table.
 */
export const suites = [
  { name: 'firefox', folder: 'engines', project: 'firefox', programs: ['firefox'] },
  { name: 'webkit', folder: 'engines', project: 'webkit', programs: ['webkit', 'xvfb'] },
];

/** A desktop that takes Hangul; `ibusModule` connects browsers with the input method. */
const DESKTOP = ['xvfb', 'dbus', 'hangul', 'ibusModule', 'xdotool'];

/** Hangul typed by an input method; `npm run test:hangul` runs it. */
export const hangulSuites = [
  { name: 'chromium', folder: 'hangul', project: 'chromium', programs: ['window', ...DESKTOP] },
  { name: 'firefox', folder: 'hangul', project: 'firefox', programs: ['firefox', ...DESKTOP] },
  { name: 'webkit', folder: 'hangul', project: 'webkit', programs: ['webkit', ...DESKTOP] },
];
