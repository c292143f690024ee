import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { faultsOfBuild } from './web-weight.mjs';

const FIRST = ['start-AAAAAAAA.js', 'rolldown-runtime-B_-BBBBB.js', 'react-tanstack-CCCCCCCC.js'];
const PAGES = {
  list: 'lists-JJJJJJJJ.js',
  post: 'posts-KKKKKKKK.js',
  login: 'login-page-LLLLLLLL.js',
};

let dist;
const write = (name, content = 'x') => writeFileSync(join(dist, name), content);
const page = (...scripts) =>
  `<script ${Object.entries(PAGES)
    .map(([name, file]) => `data-${name}-code="/assets/${file}"`)
    .join(
      ' ',
    )} src="/start.js"></script>${scripts.map((one) => `<script src="/assets/${one}"></script>`).join('')}<link href="/assets/index-DDDDDDDD.css">`;

const stores = (...files) =>
  write('service-worker.js', files.map((file) => `{url:\`/assets/${file}\`,revision:null}`).join());

beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'naru-weight-'));
  mkdirSync(join(dist, 'assets'));
  for (const file of [
    ...FIRST,
    ...Object.values(PAGES),
    'index-DDDDDDDD.css',
    'naru-sans-EEEEEEEE.woff2',
  ]) {
    write(`assets/${file}`);
  }
  write('index.html', page(...FIRST));
  stores(FIRST[0]);
});
afterEach(() => rmSync(dist, { recursive: true }));

it('a build within its limits has no fault [UI-230]', () => {
  expect(faultsOfBuild(dist)).toEqual([]);
});

it.each([
  ['too much script', FIRST[0], 155_100, /^scripts: 155\d{3} bytes/],
  ['too large libraries', FIRST[2], 111_000, /^libraries: 11\d{4} bytes/],
  ['too much style', 'index-DDDDDDDD.css', 18_000, /^styles: 18\d{3} bytes/],
  ['too much code of the login', PAGES.login, 69_100, /^login: 69\d{3} bytes/],
  ['too much code of a post', PAGES.post, 72_700, /^post: 72\d{3} bytes/],
  ['too much code of a list', PAGES.list, 27_900, /^list: 27\d{3} bytes/],
  ['too large a font', 'naru-sans-EEEEEEEE.woff2', 210_100, /^font: 210100 bytes/],
])('%s is a fault [UI-230]', (_name, file, bytes, fault) => {
  write(`assets/${file}`, randomBytes(bytes));
  write(`assets/${file}.br`);
  write(`assets/${file}.gz`);
  expect(faultsOfBuild(dist)).toEqual([expect.stringMatching(fault)]);
});

it('the hashes in names of chunks weigh nothing [UI-230]', () => {
  const names = Array.from({ length: 300 }, () => `a-${randomBytes(6).toString('base64url')}.js`);
  write(`assets/${FIRST[0]}`, randomBytes(154_400));
  write(`assets/${FIRST[0]}.br`);
  write(`assets/${FIRST[0]}.gz`);
  write(`assets/${FIRST[1]}`, names.join());
  write(`assets/${FIRST[1]}.br`);
  write(`assets/${FIRST[1]}.gz`);
  expect(faultsOfBuild(dist)).toEqual([]);
});

it('a further script of the first page, too many and nameless chunks are faults [UI-230]', () => {
  write('assets/forms-FFFFFFFF.js');
  write('index.html', page(...FIRST, 'forms-FFFFFFFF.js'));
  for (let at = 0; at < 125; at += 1) write(`assets/page-${String(at).padStart(8, '0')}.js`);
  write('assets/dist-GGGGGGGG.js');
  expect(faultsOfBuild(dist)).toEqual([
    'first page loads forms, react-tanstack, rolldown-runtime, start',
    '133 chunks, allowed are 132',
    'chunk dist: name it in apps/web/vite/chunks.ts',
  ]);
});

it('more code than its own for a box of the dashboard is a fault [UI-230]', () => {
  const wanted = `import{a}from"./${FIRST[0]}";`;
  write('assets/must-read-list-IIIIIIII.js', wanted);
  expect(faultsOfBuild(dist)).toEqual([]);
  write('assets/must-read-list-IIIIIIII.js', `${wanted}import"./posts-JJJJJJJJ.js";`);
  expect(faultsOfBuild(dist)).toEqual(['the dashboard loads posts with must-read-list']);
});

it('a large file without its compressed copies is a fault [UI-230]', () => {
  write('assets/posts-HHHHHHHH.js', 'x'.repeat(1024));
  write('assets/posts-HHHHHHHH.js.gz');
  expect(faultsOfBuild(dist)).toEqual(['posts-HHHHHHHH.js is not compressed']);
});

it('a worker that stores a font or too much is a fault [OFF-13]', () => {
  write('assets/posts-HHHHHHHH.js', randomBytes(363_400));
  write('assets/posts-HHHHHHHH.js.br');
  write('assets/posts-HHHHHHHH.js.gz');
  stores(FIRST[0], 'posts-HHHHHHHH.js', 'naru-sans-EEEEEEEE.woff2');
  expect(faultsOfBuild(dist)).toEqual([
    expect.stringMatching(/^stored: 363\d{3} bytes/),
    'service-worker.js stores the font assets/naru-sans-EEEEEEEE.woff2',
  ]);
});
