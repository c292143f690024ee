import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Plugin } from 'vite';
import { FRAMES_FILE, type Frames } from '../../../packages/contract/src/frames.ts';

const run = promisify(execFile);
const SCRIPT = join(import.meta.dirname, 'take-frames.mjs');

/** Settings of a site, with a name in place of each value that the server puts there. */
const CONFIG = {
  siteName: '%siteName%',
  shortName: '',
  universityName: '%universityName%',
  departmentName: '%departmentName%',
  officeName: '',
  color: '',
  logoUrl: '',
  quickLinks: [],
  footer: { about: '', contact: '', email: '' },
  footerLinks: [],
  settings: { studyRoomMenu: 'open', directMessage: 'open' },
  anonymousBoards: [],
  signupEmailDomains: [],
  studentEmailDomains: [],
  documentVersions: { terms: '', privacy: '' },
  heads: [],
  signInProvider: null,
  attachments: { endings: [], maxBytes: 0 },
  demo: false,
};

async function takeLogin(dist: string, set: Partial<Record<keyof typeof CONFIG, unknown>>) {
  const config = JSON.stringify({ ...CONFIG, ...set });
  const { stdout } = await run(process.execPath, [SCRIPT, dist, config], { maxBuffer: 5_000_000 });
  return JSON.parse(stdout) as { html: string; mark: string };
}

/** Takes what the login shows before its code runs from the app that was built, so that nothing says it twice. */
export const frames: Plugin = {
  name: 'frames',
  apply: 'build',
  writeBundle: {
    order: 'post',
    sequential: true,
    async handler({ dir = '' }) {
      const [plain, provider, demo] = await Promise.all([
        takeLogin(dir, {}),
        takeLogin(dir, { logoUrl: '%logoUrl%', signInProvider: '%signInProvider%' }),
        takeLogin(dir, { demo: true }),
      ]);
      const all: Frames = {
        pages: { plain: plain.html, provider: provider.html, demo: demo.html },
        marks: { flag: plain.mark, logo: provider.mark },
      };
      await writeFile(join(dir, FRAMES_FILE), JSON.stringify(all));
    },
  },
};
