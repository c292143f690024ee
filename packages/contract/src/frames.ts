/**
 * What pages show before their code runs, taken by the build from the app itself (`apps/web/vite/frames.ts`). The
 * server puts the settings of its site in place of `%siteName%` and the like.
 */
export interface Frames {
  pages: Record<string, string>;
  /** Parts in place of `%mark%`, `%loginMark%` and `%study%`, by what a site has set. */
  parts: Record<'flag' | 'logo' | 'open' | 'locked', Partial<Record<FramePart, string>>>;
}

export type FramePart = 'mark' | 'loginMark' | 'study';

/** File of the built web app, which the server reads and does not serve. */
export const FRAMES_FILE = 'frames.json';
