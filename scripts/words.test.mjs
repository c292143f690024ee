import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './lib/root.mjs';

/** Folders with texts of the interface; the demo's content is what members write. */
const FOLDERS = ['apps/web/src', 'apps/server/src', 'packages/contract/src'];
/** What one thing is called instead, see docs/glossary.md. */
const FORBIDDEN = [
  [/(?<!이)메일/, '이메일; 채팅 and 메시지 for conversations'],
  [/시겠습니까/, '…할까요?'],
  [/이미지|그림/, '사진'],
  [/학번 또는 교번|학번·교번/, '학번(교번)'],
  [/(?<!영상 )아이디/, '학번(교번)'],
  [/쪽지/, '메시지'],
  [/시연/, '체험용'],
];
/** Texts that the specification quotes, and a heading of files that others make. */
const QUOTED = [
  "'이메일', '메일', '전자우편'",
  '정말 이 친구를 삭제하시겠습니까?',
  '이미지 크기는 4MB 이하만 가능합니다.',
  '이미지 업로드 실패',
  '프로필 이미지가 삭제되었습니다!',
  '프로필 이미지가 저장되었습니다!',
  '프로필 이미지 저장에 실패했습니다.',
];

function sourcesBelow(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .filter(({ name, parentPath }) => !/\.(test|fixture)\.|testing/.test(join(parentPath, name)))
    .map(({ name, parentPath }) => join(parentPath, name));
}

it('each thing has one Korean word in the texts of the interface [UI-99]', () => {
  const found = [];
  for (const path of FOLDERS.flatMap(sourcesBelow)) {
    let text = readFileSync(path, 'utf8');
    for (const quoted of QUOTED) text = text.replaceAll(quoted, '');
    for (const [at, line] of text.split('\n').entries()) {
      for (const [variant, instead] of FORBIDDEN) {
        if (variant.test(line)) found.push(`${path}:${at + 1} ${variant.exec(line)} -> ${instead}`);
      }
    }
  }
  expect(found).toEqual([]);
});
