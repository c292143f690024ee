/**
 * What the login page shows before its code runs, taken by the build from the app itself
 * (`apps/web/vite/frames.ts`). The server puts the settings of its site in place of `%siteName%` and the like.
 */
export interface Frames {
  pages: Record<FramedLogin, string>;
  /** What stands in place of `%mark%` on a site without and with a logo. */
  marks: Record<'flag' | 'logo', string>;
}

/** The login as it is, with the provider of a university, and with the accounts of a demo. */
export type FramedLogin = 'plain' | 'provider' | 'demo';

/** File of the built web app, which the server reads and does not serve. */
export const FRAMES_FILE = 'frames.json';
