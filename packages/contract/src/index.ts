/** Plain values without schemas: safe to import in the browser's initial bundle. */
export * from './boards.ts';
export * from './choices.ts';
export * from './errors.ts';
export * from './limits.ts';
export * from './roles.ts';
export * from './text.ts';
export * from './texts.ts';
export * from './timetable.ts';
