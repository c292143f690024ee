/**
 * What the browser tests of the gate do not cover; `npm run test:browsers` runs it. `programs` are names of
 * debian-programs.mjs; their paths are given to the journeys of e2e/`folder` in the variables of that table.
 */
export const suites = [
  { name: 'firefox', folder: 'engines', project: 'firefox', programs: ['firefox'] },
  { name: 'webkit', folder: 'engines', project: 'webkit', programs: ['webkit', 'xvfb'] },
];
