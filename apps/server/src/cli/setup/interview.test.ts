import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_IDENTITY } from '../../features/site/site.config.ts';
import { bad, type Finding, ok } from '../proofs/finding.ts';
import type { Present } from './answers.ts';
import { askAll } from './ask.ts';
import { presentSettings, type Settings } from './questions.ts';
import {
  accept,
  append,
  createScriptedTerminal,
  hangUp,
  interrupt,
  pick,
  type,
} from './scripted-terminal.fixture.ts';

const PASSWORD = 'harbour-light-29';
const SMTP = 'smtps://naru:geheim-7@mail.hanbit.ac.kr';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'naru-interview-'));
  file = join(folder, '.env');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const fresh = (): Present => ({
  settings: { ...presentSettings({}), DATA_DIR: join(folder, 'data') },
  names: DEFAULT_IDENTITY,
  isNamed: false,
  contactEmail: '',
  hasAdmin: false,
});

interface World {
  present?: Present;
  mail?: (Finding | null)[];
  site?: Finding[][];
}

type Script = Parameters<typeof createScriptedTerminal>[0];

async function run(script: Script, { present = fresh(), mail = [], site = [] }: World = {}) {
  const terminal = createScriptedTerminal(script);
  const { input, output } = terminal;
  const sent: [Settings, string][] = [];
  const asked = await askAll({
    present,
    file,
    input,
    output,
    proofs: {
      sendMail: async (settings, to) => {
        sent.push([settings, to]);
        return mail.shift() ?? null;
      },
      callSite: async () => site.shift() ?? [ok('보입니다.')],
    },
    checks: {
      findDatabaseProblem: async (url) => (url.includes('nobody') ? 'no such host' : null),
      findFolderProblem: async (path) => (path.includes('locked') ? '쓸 수 없습니다.' : undefined),
    },
  }).catch((error: Error) => error);
  return { asked, screen: terminal.screen(), left: terminal.left(), sent };
}

const NAMES: Script = [
  [/대학교/, type('한빛대학교')],
  [/학과 또는 학부/, type('컴퓨터공학과')],
  [/사이트 이름/, type('한빛나루')],
  [/담당 부서/, type('행정실')],
];
/** A site for this machine alone. */
const LOCAL: Script = [
  [/학생 이메일 도메인/, type('g.hanbit.ac.kr')],
  [/가입할 수 있는/, accept],
  [/공개 주소/, accept],
  [/서버의 포트/, accept],
  [/이메일 서버/, accept],
  [/자료를 둘 폴더/, accept],
  [/직접 운영하는/, accept],
  [/매일 백업할 시각/, accept],
  [/백업을 둘 폴더/, accept],
  [/복원해 확인할 시각/, accept],
];
const ADMIN: Script = [
  [/첫 관리자의 학번/, type('20100001')],
  [/이름/, type('김 보라')],
  [/닉네임/, accept],
  [/이메일/, type('bora@hanbit.ac.kr')],
  [/관리자의 비밀번호/, pick(0)],
  [/비밀번호 \(8자/, type(PASSWORD)],
  [/한 번 더/, type(PASSWORD)],
  [/문의 이메일/, accept],
];
const draftOf = async () => JSON.parse(await readFile(`${file}.draft`, 'utf8')).answers;

describe('the questions of setup', () => {
  it('lead from the first to the last, with a backup at night unless refused [OPS-72]', async () => {
    const { asked, left } = await run([...NAMES, ...LOCAL, ...ADMIN]);
    expect(left).toEqual([]);
    expect(asked).toMatchObject({
      unproven: [],
      answers: {
        names: { departmentName: '컴퓨터공학과', siteName: '한빛나루' },
        settings: {
          STUDENT_EMAIL_DOMAINS: 'g.hanbit.ac.kr',
          PORT: '3000',
          BACKUP: 'daily 04:00 keep 14',
          BACKUP_PROOF: 'daily 05:30',
        },
        contactEmail: 'bora@hanbit.ac.kr',
        admin: { username: '20100001', nickname: '김보라', password: PASSWORD },
        hasMadePassword: false,
      },
    });
  });

  it.each([
    ['alone', type('<')],
    ['as a word', type('뒤로')],
    ['behind the value that is shown', append('<')],
  ])('go back when that is typed %s, and keep what was answered [OPS-295]', async (_, back) => {
    const { asked, screen } = await run([
      [/대학교/, back],
      [/첫 질문입니다/, type('한빛대학교')],
      [/학과 또는 학부/, type('컴퓨터공학과')],
      [/사이트 이름/, back],
      [/학과 또는 학부/, type('물리학과')],
      ...NAMES.slice(2),
      ...LOCAL.slice(0, 8),
      // Over a question that was not asked, and from a list.
      [/백업을 둘 폴더/, back],
      [/매일 백업할 시각/, type('없음')],
      ...ADMIN.slice(0, 4),
      [/관리자의 비밀번호/, pick(2)],
      [/이메일/, accept],
      ...ADMIN.slice(4),
    ]);
    expect(screen).toContain('물리학과');
    expect(asked).toMatchObject({
      answers: {
        names: { universityName: '한빛대학교', departmentName: '물리학과' },
        settings: { BACKUP: 'off' },
        admin: { email: 'bora@hanbit.ac.kr' },
      },
    });
  });

  it.each([
    ['Ctrl+C', interrupt],
    ['a closed terminal', hangUp],
  ])('go on after %s where they stopped, without secrets in the file [OPS-296]', async (_, end) => {
    const script: Script = [
      ...NAMES,
      ...LOCAL.slice(0, 4),
      [/이메일 서버/, type(SMTP)],
      [/보내는 사람/, type('naru@hanbit.ac.kr')],
      [/자료를 둘 폴더/, end],
    ];
    const { asked } = await run(script);
    expect(asked).toMatchObject({ message: expect.stringContaining('이어서 합니다') });
    expect((await stat(`${file}.draft`)).mode & 0o777).toBe(0o600);
    expect(await readFile(`${file}.draft`, 'utf8')).not.toContain('geheim');
    expect(await draftOf()).toMatchObject({
      'names.siteName': '한빛나루',
      'settings.MAIL_FROM': 'naru@hanbit.ac.kr',
    });
    const again = await run([
      [/이어서 할까요/, pick(0)],
      [/이메일 서버/, type(SMTP)],
      ...LOCAL.slice(5),
      ...ADMIN,
      [/시험 이메일을 보내/, pick(1)],
    ]);
    expect(again.left).toEqual([]);
    expect(again.screen).not.toContain('학과 또는 학부');
    // There is none before the first one.
    expect(again.screen.split('이메일 서버')[0]).not.toContain('이전 질문으로\n');
    expect(again.asked).toMatchObject({
      unproven: ['이메일 서버'],
      answers: {
        names: { siteName: '한빛나루' },
        settings: { SMTP_URL: SMTP, MAIL_FROM: 'naru@hanbit.ac.kr' },
      },
    });
    expect(JSON.stringify(await draftOf())).not.toMatch(/geheim|harbour/);
  });

  it('begin anew when that is chosen, and when the file cannot be read [OPS-296]', async () => {
    await run([...NAMES.slice(0, 2), [/사이트 이름/, interrupt]]);
    const anew = await run([[/이어서 할까요/, pick(1)], ...NAMES, ...LOCAL, ...ADMIN]);
    expect(anew.left).toEqual([]);
    await writeFile(`${file}.draft`, '{"answers":');
    expect((await run([...NAMES.slice(0, 1), [/학과 또는 학부/, interrupt]])).left).toEqual([]);
    expect(existsSync(`${file}.draft`)).toBe(true);
  });

  it('are asked again at once after nonsense [OPS-297]', async () => {
    const { asked, left } = await run([
      ...NAMES,
      [/학생 이메일 도메인/, type('naver.com')],
      [/아무나 학생이 됩니다/, type('g.hanbit.ac.kr')],
      [/가입할 수 있는/, type('@')],
      [/이메일 도메인을/, type('')],
      [/공개 주소/, type('https://naru.hanbit.ac.kr/community')],
      [/경로.* 없이/, type('http://naru.hanbit.ac.kr')],
      [/http 주소입니다[\s\S]*프록시의 주소/, type('0.0.0.0/0')],
      [/꾸며 낼 수/, type('127.0.0.1')],
      [/연결을 받는 주소/, accept],
      [/서버의 포트/, type('70000')],
      [/65535/, type('3000')],
      [/이메일 서버/, accept],
      [/자료를 둘 폴더/, type('/locked/naru')],
      [/쓸 수 없습니다[\s\S]*자료를 둘 폴더/, type('/srv/naru')],
      [/직접 운영하는/, type('postgres://nobody/naru')],
      [/no such host[\s\S]*직접 운영하는/, type('')],
      [/매일 백업할 시각/, type('25:00')],
      [/23:59/, type('3:30')],
      [/백업을 둘 폴더/, accept],
      [/복원해 확인할 시각/, type('일요일')],
      [/일요일 05:30처럼/, type('일요일 5시')],
      ...ADMIN,
      [/확인할까요/, pick(1)],
    ]);
    expect(left).toEqual([]);
    expect(asked).toMatchObject({
      unproven: ['공개 주소'],
      answers: {
        settings: {
          PUBLIC_URL: 'http://naru.hanbit.ac.kr',
          TRUST_PROXY: '127.0.0.1',
          DATA_DIR: '/srv/naru',
          BACKUP: 'daily 03:30 keep 14',
          BACKUP_PROOF: 'weekly 05:00',
        },
      },
    });
  });

  it('prove the mail server, explain what is wrong and lead back to it [OPS-298]', async () => {
    const { asked, left, sent } = await run(
      [
        ...NAMES,
        ...LOCAL.slice(0, 4),
        [/이메일 서버/, type(SMTP)],
        [/보내는 사람/, type('naru@hanbit.ac.kr')],
        ...LOCAL.slice(5),
        ...ADMIN,
        [/시험 이메일을 보내/, pick(0)],
        [/받을 주소/, accept],
        [/비밀번호가 틀립니다[\s\S]*어떻게/, pick(1)],
        [/이메일 서버/, type(SMTP.replace('geheim-7', 'right-8'))],
        [/보내는 사람/, accept],
        [/시험 이메일을 보내/, pick(0)],
        [/받을 주소/, type('clerk@hanbit.ac.kr')],
        [/편지함에 왔나요/, pick(1)],
        [/스팸함[\s\S]*어떻게/, pick(0)],
        [/시험 이메일을 보내/, pick(0)],
        [/받을 주소/, accept],
        [/편지함에 왔나요/, pick(0)],
      ],
      { mail: [bad('비밀번호가 틀립니다.', '고치세요.')] },
    );
    expect(left).toEqual([]);
    expect(asked).toMatchObject({ unproven: [] });
    expect(sent.map(([{ SMTP_URL }, to]) => [SMTP_URL?.includes('right-8'), to])).toEqual([
      [false, 'bora@hanbit.ac.kr'],
      [true, 'clerk@hanbit.ac.kr'],
      [true, 'bora@hanbit.ac.kr'],
    ]);
  });

  it('prove the public address, or say that it was not [OPS-298]', async () => {
    const present = fresh();
    present.settings.PUBLIC_URL = 'https://naru.hanbit.ac.kr';
    const behind: Script = [
      ...NAMES,
      ...LOCAL.slice(0, 3),
      [/프록시의 주소/, accept],
      [/연결을 받는 주소/, accept],
      ...LOCAL.slice(3),
      ...ADMIN,
      [/확인할까요/, pick(0)],
      [/DNS가 없습니다[\s\S]*어떻게/, pick(0)],
      [/확인할까요/, pick(0)],
    ];
    const site = () => [[bad('DNS가 없습니다.', '넣으세요.')]];
    expect(await run(behind, { present, site: site() })).toMatchObject({
      left: [],
      asked: { unproven: [] },
    });
    await rm(`${file}.draft`);
    const skipping: Script = [...behind.slice(0, -2), [/DNS가 없습니다[\s\S]*어떻게/, pick(2)]];
    expect(await run(skipping, { present, site: site() })).toMatchObject({
      left: [],
      asked: { unproven: ['공개 주소'] },
    });
  });
});
