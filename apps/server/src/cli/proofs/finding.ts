/** `skipped`: could not be looked at, or is not used here. */
export type Level = 'ok' | 'warn' | 'bad' | 'skipped';

/** One line about an installation, in Korean. */
export interface Finding {
  level: Level;
  text: string;
  /** What the operator does about it. */
  todo?: string;
}

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const skipped = (text: string): Finding => ({ level: 'skipped', text });
export const warn = (text: string, todo: string): Finding => ({ level: 'warn', text, todo });
export const bad = (text: string, todo: string): Finding => ({ level: 'bad', text, todo });
