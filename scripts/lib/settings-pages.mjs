import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { SETTINGS } from '../../apps/server/src/config/env.ts';
import { root } from './root.mjs';

const ENGLISH = {
  language: 'en',
  columns: ['Variable', 'Default', 'Meaning'],
  unset: 'unset',
  head: `# Settings

Everything is optional, and an invalid value aborts the start with one line that names the variable. Values come from the
environment or else from the file \`.env\`. \`ENV_FILE\`, only in the environment, names another file; empty, none is read.
[\`npm run setup\`](install.md#answer-the-questions-of-setup) asks for what a department needs.

\`npm run docs:settings\` writes this page, the one in [Korean](../guide/settings.md) and the tables of both READMEs from
\`apps/server/src/config\`.
`,
};
const KOREAN = {
  language: 'ko',
  columns: ['변수', '기본값', '뜻'],
  unset: '없음',
  head: `# 설정값

모두 선택 사항입니다. 환경 변수나 \`.env\` 파일로 정하며, 둘 다 있으면 환경 변수를 씁니다. 다른 파일에서 읽으려면 환경 변수
\`ENV_FILE\`에 그 파일의 이름을 줍니다. 빈 값으로 주면 파일을 읽지 않습니다. 값이 잘못되면 서버는 시작하지 않고 그 이름을
한 줄로 알립니다. 학과에 필요한 것은 \`npm run setup\`이 차례로 묻습니다([운영자 안내서](operator.md#2-설정값-정하기)).
`,
};

const PAGES = { 'docs/operations/settings.md': ENGLISH, 'docs/guide/settings.md': KOREAN };
const READMES = { 'README.md': ENGLISH, 'README.ko.md': KOREAN };
const ROW = /^\| `([A-Z][A-Z0-9_]+)` \|.*$/gm;

/** What the files should be, by path: both pages as a whole, the READMEs with the rows that they choose. */
export function settingsFiles() {
  const pages = Object.entries(PAGES).map(([path, words]) => [path, pageOf(path, words)]);
  const readmes = Object.entries(READMES).map(([path, words]) => {
    const text = readFileSync(join(root, path), 'utf8');
    return [path, text.replace(ROW, (row, name) => rowOf(name, path, words) ?? row)];
  });
  return Object.fromEntries([...pages, ...readmes]);
}

function pageOf(path, words) {
  const titleOf = (name) => SETTINGS[name].group[words.language];
  const names = Object.keys(SETTINGS);
  const tables = [...new Set(names.map(titleOf))].map((title) => {
    const rows = names.filter((name) => titleOf(name) === title);
    const head = [`## ${title}`, '', `| ${words.columns.join(' | ')} |`, '| --- | --- | --- |'];
    return [...head, ...rows.map((name) => rowOf(name, path, words))].join('\n');
  });
  return `${[words.head.trimEnd(), ...tables].join('\n\n')}\n`;
}

/** Undefined for what is no setting. */
function rowOf(name, path, words) {
  const setting = SETTINGS[name];
  if (setting === undefined) return undefined;
  const cells = [`\`${name}\``, defaultOf(setting, words), setting[words.language]];
  return `| ${cells.join(' | ')} |`.replaceAll(
    /\]\((docs\/[^)]+)\)/g,
    (_, to) => `](${posix.relative(dirname(path), to)})`,
  );
}

function defaultOf({ kind, unset }, words) {
  if (unset !== undefined) return unset[words.language];
  const value = kind.def.type === 'prefault' ? kind.def.defaultValue : '';
  return value === '' ? words.unset : `\`${value}\``;
}
