import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PAGE_SESSION_COOKIE } from '@naru/contract/first-data';
import { FRAMES_FILE, type Frames } from '@naru/contract/frames';
import type { SiteConfig } from '@naru/contract/site';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFrames, type FrameOf } from './frames.ts';

const FRAMES: Frames = {
  pages: {
    login: '<b>%loginMark%</b><i>%siteName%</i>',
    'login:provider': '<p>%signInProvider%으로 로그인</p>',
    main: '<b>%mark%</b>%study%<a title="%shortName%">%departmentName%</a>',
    'main:phone': '<nav>%siteName%</nav>',
    'board/free': '자유',
    post: '글',
  },
  parts: {
    flag: { mark: '<svg></svg>', loginMark: '<svg id="big"></svg>' },
    logo: { mark: '<img src="%logoUrl%">', loginMark: '<img src="%logoUrl%" height="28">' },
    open: { study: '<button>열림</button>' },
    locked: { study: '<button>잠김</button>' },
  },
};
const CONFIG = {
  siteName: '누리터',
  shortName: '',
  universityName: '한빛대학교',
  departmentName: '컴퓨터공학과',
  logoUrl: '',
  settings: { studyRoomMenu: 'open', directMessage: 'open' },
  signInProvider: null,
  demo: false,
} as Partial<SiteConfig> as SiteConfig;

let folder: string;
let frameOf: FrameOf;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'naru-frames-'));
  await writeFile(join(folder, FRAMES_FILE), JSON.stringify(FRAMES));
  frameOf = await createFrames(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const asking = (url: string, isKnown: boolean, agent = 'Mozilla/5.0 (X11; Linux)') =>
  ({
    url,
    cookies: isKnown ? { [PAGE_SESSION_COOKIE]: 'a' } : {},
    headers: { 'user-agent': agent },
  }) as Partial<FastifyRequest> as FastifyRequest;
const textOf = (url: string, isKnown: boolean, config = CONFIG) =>
  frameOf(asking(url, isKnown), config);

describe('the frame of a page', () => {
  it.each([
    ['/login', false, '<b><svg id="big"></svg></b><i>누리터</i>'],
    ['/login?redirect=%2Fmain', false, '<b><svg id="big"></svg></b><i>누리터</i>'],
    ['/login', true, null],
    ['/main', false, null],
    ['/', false, null],
    ['/', true, '<b><svg></svg></b><button>열림</button><a title="누리터">컴퓨터공학과</a>'],
    ['/main/community/free?page=2', true, '자유'],
    ['/main/community/free', false, null],
    ['/main/community/free/post/7', true, '글'],
    ['/main/community/free/post/new', true, null],
    ['/main/community/toString', true, null],
    ['/main/community/other', true, null],
    ['/admin', true, null],
    ['/register', false, null],
  ])('of %s with a session %s is %s [UI-664]', (url, isKnown, inner) => {
    const inert = isKnown ? ' inert' : '';
    expect(textOf(url, isKnown)).toBe(inner && `<div id="frame"${inert}>${inner}</div>`);
  });

  it('has the bar of a phone for a phone', () => {
    const agent = 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile Safari/537.36';
    expect(frameOf(asking('/main', true, agent), CONFIG)).toContain('<nav>누리터</nav>');
  });

  it('shows what the site has set: names, logo, provider and the lock [UI-664]', () => {
    const set: SiteConfig = {
      ...CONFIG,
      shortName: '누리',
      logoUrl: '/files/AAAABBBBCCCCDDDDEEEEFFFF.webp',
      settings: { studyRoomMenu: 'locked', directMessage: 'locked' },
      signInProvider: '한빛 통합로그인',
    };
    const main = textOf('/main', true, set);
    expect(main).toContain('<button>잠김</button><a title="누리">');
    expect(main).toMatch(/<img src="\/files\/[A-F]+_thumb\.webp">/);
    expect(textOf('/login', false, set)).toContain('<p>한빛 통합로그인으로 로그인</p>');
  });

  it('takes names as text, whatever they look like [UI-664]', () => {
    const hostile = { ...CONFIG, siteName: '"><script>$&%mark%%siteName%', departmentName: "$'" };
    const frame = textOf('/main', true, hostile) ?? '';
    expect(frame).not.toContain('<script>');
    expect(frame).toContain('$&#38;%mark%%siteName%');
    expect(frame).toContain('>$&#39;<');
  });

  it('is missing where the build has none', async () => {
    const none = await createFrames(join(folder, 'nothing'));
    expect(none(asking('/login', false), CONFIG)).toBeNull();
  });
});
