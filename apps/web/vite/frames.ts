import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Plugin } from 'vite';
import { BOARD_TYPES, BOARDS } from '../../../packages/contract/src/boards.ts';
import { FRAMES_FILE, type FramePart, type Frames } from '../../../packages/contract/src/frames.ts';

const run = promisify(execFile);
const SCRIPT = join(import.meta.dirname, 'take-frames.mjs');

/** A page of which the build takes the markup, once it shows what `sign` selects. */
interface FramedPage {
  name: string;
  path: string;
  sign: string;
  isPhone?: boolean;
  /** Selectors of what depends on the settings of a site. */
  parts: Partial<Record<FramePart, string>>;
}
interface Taken {
  html: string;
  parts: Frames['parts']['flag'];
}

const login = (name: string): FramedPage => ({
  name,
  path: '/login',
  sign: 'input[autocomplete="username"]',
  parts: { loginMark: 'main a > :first-child' },
});
const SHELL = {
  mark: 'header a[href="/"] > :first-child',
  study: 'nav[aria-label="주 메뉴"] li:last-child > *',
};
const onBoth = (page: FramedPage) => [page, { ...page, name: `${page.name}:phone`, isPhone: true }];
const HOME: FramedPage = { name: 'main', path: '/main', sign: 'main h1', parts: SHELL };
const MEMBER_PAGES = [
  HOME,
  ...BOARD_TYPES.filter((type) => BOARDS[type].form !== 'petition').map((type) => ({
    name: `board/${BOARDS[type].slug}`,
    path: `/main/community/${BOARDS[type].slug}`,
    sign: 'main h1',
    parts: SHELL,
  })),
  { name: 'post', path: '/main/community/free/post/1', sign: 'main a', parts: SHELL },
].flatMap(onBoth);

/** Settings of a site, with a name in place of each value that the server puts there. */
const CONFIG = {
  siteName: '%siteName%',
  shortName: '%shortName%',
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
const SET = {
  logoUrl: '%logoUrl%',
  signInProvider: '%signInProvider%',
  settings: { studyRoomMenu: 'locked', directMessage: 'locked' },
};

async function take<Name extends string>(dist: string, set: object, pages: FramedPage[]) {
  const settings = JSON.stringify({ config: { ...CONFIG, ...set }, pages });
  const { stdout } = await run(process.execPath, [SCRIPT, dist, settings], {
    maxBuffer: 50_000_000,
  });
  return JSON.parse(stdout) as Record<Name, Taken>;
}

/** Takes what pages show before their code runs from the app that was built, so that nothing says it twice. */
export const frames: Plugin = {
  name: 'frames',
  apply: 'build',
  writeBundle: {
    order: 'post',
    sequential: true,
    async handler({ dir = '' }) {
      const [plain, set, demo] = await Promise.all([
        take<string>(dir, {}, [login('login'), ...MEMBER_PAGES]),
        take<'login:provider' | 'main'>(dir, SET, [login('login:provider'), HOME]),
        take<'login:demo'>(dir, { demo: true }, [login('login:demo')]),
      ]);
      const pages = { ...plain, 'login:provider': set['login:provider'], ...demo };
      const partsOf = (...taken: (Taken | undefined)[]) =>
        Object.assign({}, ...taken.map((one) => one?.parts)) as Taken['parts'];
      const { study: open, ...flag } = partsOf(plain.login, plain.main);
      const { study: locked, ...logo } = partsOf(set['login:provider'], set.main);
      const all: Frames = {
        pages: Object.fromEntries(Object.entries(pages).map(([name, { html }]) => [name, html])),
        parts: { flag, logo, open: { study: open }, locked: { study: locked } },
      };
      await writeFile(join(dir, FRAMES_FILE), JSON.stringify(all));
    },
  },
};
