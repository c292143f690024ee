/** Media query of screens that a finger is used on. */
export const TOUCH = '(pointer: coarse)';
