import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorOf } from '../../apps/web/vite/guide.ts';
import { SHOTS } from '../../scripts/lib/guide-shots.mjs';
import { root } from '../../scripts/lib/root.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const pagesOf = (folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);
const PAGES = pagesOf('docs/guide');
const PICTURES = 'docs/guide/images';
const SOURCES = ['apps/web/src', 'apps/server/src', 'packages/contract/src'];

/** Texts that the interface puts together, and what others write into files. */
const COMPOSED = {
  '행사 배너 추가': ['행사 배너', ' 추가'],
  '영상 배너 추가': ['영상 배너', ' 추가'],
  '사진 올리기': ['사진', ' 올리기'],
  '내 강의실 대기 질문': ["'내'", '강의실 대기 질문'],
  '학생 권한 부여': ['학생', ' 권한 부여'],
  '새 강의': ['새 강의 $'],
  '바뀌는 강의': ['바뀌는 강의 $'],
  '그대로인 강의': ['그대로인 강의 $'],
  '이 이메일은 … 회원의 학생 인증에 쓰였습니다.': ['이 이메일은', '회원의 학생 인증에 쓰였습니다.'],
  '…으로 로그인': ['으로(로) 로그인'],
  '한국대 통합로그인으로 로그인': ['으로(로) 로그인'],
  '월1,2,수3': [],
  따옴표: [],
};

const oneLine = (text) => text.replace(/\s+/g, ' ');

function sourceText() {
  const files = SOURCES.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .filter(({ name }) => !/\.(test|fixture)\./.test(name))
      .map(({ name, parentPath }) => readFileSync(join(parentPath, name), 'utf8')),
  );
  return oneLine(files.join('\n'));
}

describe('the guides', () => {
  const sources = sourceText();

  it.each(PAGES)('%s quotes texts that the interface has [OPS-24]', (page) => {
    const quoted = oneLine(read(page)).matchAll(/‘([^’]+)’/g);
    const unknown = [...quoted]
      .map(([, text]) => text)
      .filter((text) => !(COMPOSED[text] ?? [text]).every((part) => sources.includes(part)));
    expect(unknown).toEqual([]);
  });

  it.each([
    ...PAGES,
    ...pagesOf('docs/operations'),
    ...pagesOf('docs/releases'),
    'README.md',
    'README.ko.md',
    'docs/operations.md',
  ])('%s links to files and headings that exist', (page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, to]) => to);
    const broken = links.filter((link) => {
      const [path, anchor] = link.split('#');
      const file = path === '' ? page : join(dirname(page), path);
      if (!existsSync(join(root, file))) return true;
      if (anchor === undefined) return false;
      const headings = [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, text]) => anchorOf(text));
      return !headings.includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('show every picture that the command takes, small and with a description [OPS-125]', () => {
    const shown = PAGES.flatMap((page) => [
      ...read(page).matchAll(/!\[([^\]]*)\]\(images\/([^)]+)\)/g),
    ]);
    const files = readdirSync(join(root, PICTURES)).sort();
    expect(files).toEqual(SHOTS.map(({ name }) => `${name}.webp`).sort());
    expect([...new Set(shown.map(([, , file]) => file))].sort()).toEqual(files);
    expect(shown.filter(([, text]) => text.length < 15)).toEqual([]);
    const sizes = files.map((file) => statSync(join(root, PICTURES, file)).size);
    expect(Math.max(...sizes)).toBeLessThan(60_000);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(1_500_000);
  });
});
