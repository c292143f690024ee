/**
 * Kinds of boards whose lists and pages Naru knows. `auto` is any other one: rows are found by their
 * links and dates, the text of an article by its length.
 */
export const SOURCE_PRESETS = [
  'k2web',
  'egov',
  'mode-view',
  'gnuboard',
  'kboard',
  'rhymix',
  'auto',
] as const;
export type SourcePreset = (typeof SOURCE_PRESETS)[number];
