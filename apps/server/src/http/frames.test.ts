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
    plain: '<b>%mark%</b><i>%siteName%</i><a>%departmentName%</a>',
    provider: '<b>%mark%</b><p>%signInProvider%으로 로그인</p>',
    demo: '<p>체험 계정</p>',
  },
  marks: { flag: '<svg></svg>', logo: '<img src="%logoUrl%">' },
};
const CONFIG = {
  siteName: '누리터',
  universityName: '한빛대학교',
  departmentName: '컴퓨터공학과',
  logoUrl: '',
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

const textOf = (url: string, isKnown: boolean, config = CONFIG, from = frameOf) => {
  const cookies = isKnown ? { [PAGE_SESSION_COOKIE]: 'a' } : {};
  return from({ url, cookies } as Partial<FastifyRequest> as FastifyRequest, config);
};
const LOGIN = '<div id="frame"><b><svg></svg></b><i>누리터</i><a>컴퓨터공학과</a></div>';

describe('the frame of a page', () => {
  it.each([
    ['/login', false, LOGIN],
    ['/login?redirect=%2Fmain', false, LOGIN],
    ['/login', true, null],
    ['/', false, null],
    ['/', true, null],
    ['/main/community/free', true, null],
    ['/register', false, null],
  ])('of %s with a session %s is %s [UI-664]', (url, isKnown, frame) => {
    expect(textOf(url, isKnown)).toBe(frame);
  });

  it('shows what the site has set: its logo, a provider and the accounts of a demo [UI-664]', () => {
    const logoUrl = '/files/AAAABBBBCCCCDDDDEEEEFFFF.webp';
    const set: SiteConfig = { ...CONFIG, logoUrl, signInProvider: '한빛 통합로그인' };
    const login = textOf('/login', false, set);
    expect(login).toMatch(/<img src="\/files\/[A-F]+_thumb\.webp">/);
    expect(login).toContain('<p>한빛 통합로그인으로 로그인</p>');
    expect(textOf('/login', false, { ...CONFIG, demo: true })).toContain('체험 계정');
    expect(textOf('/login', false, { ...set, demo: true })).toBeNull();
  });

  it('takes names as text, whatever they look like [UI-664]', () => {
    const hostile = { ...CONFIG, siteName: '"><script>$&%mark%%siteName%', departmentName: "$'" };
    const frame = textOf('/login', false, hostile) ?? '';
    expect(frame).not.toContain('<script>');
    expect(frame).toContain('$&#38;%mark%%siteName%');
    expect(frame).toContain('>$&#39;<');
  });

  it('is missing where the build has none', async () => {
    const none = await createFrames(join(folder, 'nothing'));
    expect(textOf('/login', false, CONFIG, none)).toBeNull();
  });

  it.each([
    ['another release', { pages: { login: '<b>%loginMark%</b>' }, parts: {} }],
    ['nothing', {}],
  ])('is missing where the file is of %s, and the login opens', async (_, file) => {
    const other = await mkdtemp(join(tmpdir(), 'naru-frames-'));
    await writeFile(join(other, FRAMES_FILE), JSON.stringify(file));
    const none = await createFrames(other);
    await rm(other, { recursive: true });
    expect(textOf('/login', false, CONFIG, none)).toBeNull();
  });
});
