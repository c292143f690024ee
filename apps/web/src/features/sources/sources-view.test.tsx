import type { RecognisedSource, Source, SourceDetail, SourcePreview } from '@naru/contract/sources';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { logInForTest } from '../../testing/fake-session.ts';
import { renderRouted } from '../../testing/routed.tsx';
import { SourcesView } from './sources-view.tsx';

const LIST = 'GET /api/admin/sources';
const DRY_RUN = 'POST /api/admin/sources/dry-run';
const RECOGNISE = 'POST /api/admin/sources/recognise';

const source = (part: Partial<Source> = {}): Source => ({
  ...{ id: 5, name: 'cs-notice', title: '컴퓨터공학과 공지', origin: 'CONSOLE', type: 'feed' },
  ...{ url: 'https://cs.example.ac.kr/rss', intervalMinutes: 60, isEnabled: true },
  ...{ isRunning: false, state: 'READ', nextRunAt: '2099-11-23T15:00:00+09:00' },
  lastRunAt: '2026-11-23T14:00:00+09:00',
  lastSuccessAt: '2026-11-23T14:00:00+09:00',
  ...{ error: null, failuresInRow: 0, created: 3, updated: 0, unchanged: 20, refused: 1 },
  ...{ faultCount: 1, menuMove: null },
  ...part,
});
const detail = (part: Partial<SourceDetail> = {}): SourceDetail => ({
  ...source(),
  faults: [{ place: '깨진 글', message: '주소가 없습니다.' }],
  config: {
    ...{ type: 'feed', name: 'cs-notice', title: '컴퓨터공학과 공지', boardType: 'NOTICE_DEPT' },
    ...{ url: 'https://cs.example.ac.kr/rss', intervalMinutes: 60, charset: 'auto', hosts: [] },
  },
  version: 'v1',
  ...part,
});
const preview: SourcePreview = {
  ...{ error: null, total: 1, menus: [], dates: [], faults: [] },
  articles: [
    {
      ...{ sourceId: '7', title: '장학금 안내', targetUrl: 'https://cs.example.ac.kr/7' },
      ...{ publishedAt: null, isPinned: true, excerpt: '신청 기간은', attachments: 2 },
      copies: { pictures: 2, files: 1 },
    },
  ],
};

const suggested = { name: 'cs-notice', title: '컴퓨터공학과 공지' };
const recognised = (part: Partial<RecognisedSource> = {}): RecognisedSource => ({
  config: {
    ...{ type: 'html', preset: 'k2web', ...suggested, boardType: 'NOTICE_DEPT' },
    ...{ url: 'https://cs.example.ac.kr/bbs/cs/7/artclList.do', intervalMinutes: 60 },
    ...{ charset: 'auto', hosts: [] },
  },
  ...{ preview, problem: null, notes: [], suggested, same: null },
  ...part,
});

let roles: string[];
let answers: Parameters<typeof fakeApi>[0];
beforeEach(() => {
  logInForTest();
  roles = ['USER', 'ADMIN'];
  answers = {
    'GET /api/member/me': () => ({ body: { meDto: { id: 1, roles } } }),
    [LIST]: { body: { sources: [source()] } },
    'GET /api/admin/sources/5': () => ({ body: { source: detail() } }),
  };
});

async function open() {
  const calls = fakeApi(answers);
  await renderRouted(<SourcesView />);
  return calls;
}
const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }));
const type = (name: string | RegExp, value: string) =>
  fireEvent.input(screen.getByRole('textbox', { name }), { target: { value } });

describe('수집', () => {
  it('says how each source is, and why it fails [SRC-56]', async () => {
    const failing = source({
      ...{ id: 6, title: '식단표', type: 'menu-table', state: 'FAILED', failuresInRow: 3 },
      ...{ error: '서버가 404 상태로 응답했습니다.', lastSuccessAt: null },
    });
    answers[LIST] = { body: { sources: [source(), failing, source({ id: 7, isEnabled: false })] } };
    await open();
    const list = await screen.findByRole('list', { name: '수집할 곳' });
    const [well, broken, paused] = within(list).getAllByRole('listitem');
    expect(well?.textContent).toContain('정상');
    expect(well?.textContent).toContain('새로 3 · 그대로 20 · 빠짐 1');
    expect(broken?.textContent).toContain('실패 3번');
    expect(broken?.textContent).toContain('마지막 성공 없음');
    expect(broken?.textContent).toContain('서버가 404 상태로 응답했습니다.');
    expect(paused?.textContent).toContain('멈춤');
    expect(paused?.textContent).not.toContain('다음 ');
  });

  it('runs a source, and shows its result without being asked [SRC-53]', async () => {
    let isRunning = false;
    answers[LIST] = () => ({ body: { sources: [source({ isRunning })] } });
    answers['POST /api/admin/sources/5/run'] = () => {
      isRunning = true;
      return { body: { message: '가져오기를 시작했습니다.' } };
    };
    await open();
    await press('컴퓨터공학과 공지 지금 실행');
    expect(await screen.findByText('가져오는 중')).toBeDefined();
    isRunning = false;
    expect(await screen.findByText('정상', undefined, { timeout: 4_000 })).toBeDefined();
  });

  it('shows the first result of a source whose run has not begun yet [SRC-53]', async () => {
    const results = [source({ state: 'NEW', nextRunAt: '2020-01-01T00:00:00+09:00' }), source()];
    answers[LIST] = () => ({ body: { sources: [results.shift() ?? source()] } });
    await open();
    expect(await screen.findByText('곧 시작')).toBeDefined();
    expect(await screen.findByText('정상', undefined, { timeout: 4_000 })).toBeDefined();
  });

  it('shows what was left out, and lets assistants change it [SRC-53, SRC-56]', async () => {
    roles = ['USER', 'MANAGER'];
    await open();
    await press('컴퓨터공학과 공지 자세히, 빠짐 1');
    expect(await screen.findByText('주소가 없습니다.')).toBeDefined();
    expect(screen.getByRole('button', { name: '컴퓨터공학과 공지 멈춤' })).toBeDefined();
    for (const name of ['수정', '삭제']) expect(screen.getByRole('button', { name })).toBeDefined();
    await press('목록으로');
    await screen.findByRole('list', { name: '수집할 곳' });
    expect(screen.getByRole('button', { name: '수집할 곳 추가' })).toBeDefined();
  });

  it('names the board and leads to what came there [SRC-56]', async () => {
    await open();
    await press('컴퓨터공학과 공지 자세히, 빠짐 1');
    const link = await screen.findByRole('link', { name: '학과 공지에서 보기' });
    expect(link.getAttribute('href')).toBe('/main/community/notice_dept');
  });

  it('asks whether menus that have moved are to be stored [SRC-274]', async () => {
    roles = ['USER', 'MANAGER'];
    const move = { by: 1, from: '2026-11-24', to: '2026-11-28', hash: 'h1' };
    let menuMove: Source['menuMove'] = move;
    const MOVE = 'PUT /api/admin/sources/5/menu-move';
    answers[LIST] = () => ({ body: { sources: [source({ menuMove })] } });
    answers['GET /api/admin/sources/5'] = () => ({ body: { source: detail({ menuMove }) } });
    answers[MOVE] = () => {
      menuMove = null;
      return { body: { message: '지금 식단을 그대로 두었습니다.' } };
    };
    const calls = await open();
    expect(await screen.findByText('확인 필요')).toBeDefined();
    await press('컴퓨터공학과 공지 자세히, 빠짐 1');
    expect(await screen.findByText('지난번과 같은 식단이 하루씩 뒤로 밀렸습니다.')).toBeDefined();
    expect(screen.getByRole('button', { name: '이대로 저장' })).toBeDefined();
    await press('그대로 두기');
    await waitFor(() => expect(screen.queryByRole('button', { name: '이대로 저장' })).toBeNull());
    expect(calls.find((call) => call.startsWith(MOVE))).toContain('"store":false');
  });

  const check = async (address: string) => {
    await press('수집할 곳 추가');
    fireEvent.input(await screen.findByRole('textbox', { name: '주소' }), {
      target: { value: address },
    });
    await press('확인');
  };
  const sentTo = (calls: string[], call: string) =>
    JSON.parse(
      calls.findLast((one) => one.startsWith(`${call} {`))?.slice(call.length + 1) ?? '{}',
    );

  it('adds a board from its address alone; errors lose nothing [SRC-367] [SRC-54]', async () => {
    let isTaken = true;
    answers[RECOGNISE] = { body: { recognised: recognised({ notes: ['글 하나의 주소입니다.'] }) } };
    answers['POST /api/admin/sources'] = () => {
      if (!isTaken) return { status: 201, body: { id: 5, message: '추가했습니다.' } };
      const message = '같은 이름이 이미 있습니다.';
      const errors = [{ field: 'name', message }];
      return { status: 409, body: { error: 'SOURCE_NAME_TAKEN', message, errors, requestId: 'x' } };
    };
    const calls = await open();
    await press('수집할 곳 추가');
    await press('확인');
    expect(await screen.findByText(/한 줄로 1자에서/)).toBeDefined();
    expect(calls.some((call) => call.startsWith(RECOGNISE))).toBe(false);
    type('주소', 'cs.example.ac.kr/bbs/cs/7/artclList.do');
    await press('확인');
    expect(await screen.findByText('K2Web 게시판으로 보입니다.')).toBeDefined();
    expect(sentTo(calls, RECOGNISE).url).toBe('https://cs.example.ac.kr/bbs/cs/7/artclList.do');
    expect(screen.getByText('글 하나의 주소입니다.')).toBeDefined();
    expect(screen.getByText('장학금 안내')).toBeDefined();
    const basics = screen.getByRole('region', { name: '기본' });
    const title = () => within(basics).getByRole('textbox', { name: '제목' });
    fireEvent.input(title(), { target: { value: '학과 공지' } });
    // What changes nothing of what is read leaves the preview.
    expect(screen.getByText('장학금 안내')).toBeDefined();
    await press('저장');
    expect(await screen.findByText('같은 이름이 이미 있습니다.')).toBeDefined();
    expect(title()).toHaveProperty('value', '학과 공지');
    isTaken = false;
    type('이름', 'cs-notice-2');
    await press('저장');
    expect(await screen.findByText('빠진 것')).toBeDefined();
    expect(sentTo(calls, 'POST /api/admin/sources')).toMatchObject({
      ...{ type: 'html', preset: 'k2web', title: '학과 공지', name: 'cs-notice-2' },
    });
  });

  it('begins with the address where a link of the console says so [SRC-367]', async () => {
    fakeApi(answers);
    const { router } = await renderRouted(<SourcesView />, [], '/?start=add');
    const address = await screen.findByRole('textbox', { name: '주소' });
    await waitFor(() => expect(document.activeElement).toBe(address));
    expect(router.latestLocation.search).not.toHaveProperty('start');
    router.history.back();
    expect(await screen.findByRole('list', { name: '수집할 곳' })).toBeDefined();
  });

  it('asks which of several restaurants is read, and shows its menus [SRC-270]', async () => {
    const menu = (restaurant: string) => ({
      ...{ type: 'menu-table' as const, ...suggested, url: 'https://cs.example.ac.kr/menu' },
      ...{ intervalMinutes: 60, charset: 'auto' as const, hosts: [], cafeteria: 'staff' as const },
      ...{ table: 'table', days: 'columns' as const, restaurant },
    });
    const choices = ['학생회관', '교직원식당'].map((name) => ({ name, config: menu(name) }));
    const result = recognised({ config: menu('학생회관'), choices });
    answers[RECOGNISE] = { body: { recognised: result } };
    const articles = [{ ...preview.articles[0], title: '교직원 백반' }];
    answers[DRY_RUN] = { body: { preview: { ...preview, articles } } };
    const calls = await open();
    await check('https://cs.example.ac.kr/menu');
    const choice = await screen.findByRole('combobox', { name: /읽을 식당/ });
    expect((choice as HTMLSelectElement).selectedOptions[0]?.label).toBe('학생회관');
    fireEvent.change(choice, { target: { value: '1' } });
    expect(await screen.findByText('교직원 백반')).toBeDefined();
    expect(calls.at(-1)).toContain('"restaurant":"교직원식당"');
    expect(
      screen.getByRole<HTMLSelectElement>('combobox', { name: /읽을 식당/ }).selectedOptions[0]
        ?.label,
    ).toBe('교직원식당');
  });

  it('says why nothing was recognised, and lets one choose how it is read [SRC-367]', async () => {
    const problem = '이 페이지는 브라우저에서 내용을 불러옵니다.';
    answers[RECOGNISE] = {
      body: { recognised: recognised({ config: null, preview: null, problem }) },
    };
    answers[DRY_RUN] = { body: { preview } };
    const calls = await open();
    await check('https://cs.example.ac.kr/app');
    expect(await screen.findByText(problem)).toBeDefined();
    await press('다른 방식으로 읽기');
    const way = await screen.findByRole('combobox', { name: '읽는 방식', hidden: true });
    fireEvent.change(way, { target: { value: 'feed' } });
    const files = screen.getByRole('combobox', { name: '사진과 첨부 파일', hidden: true });
    expect(files).toHaveProperty('value', '');
    fireEvent.change(files, { target: { value: 'copy' } });
    await press('미리 보기');
    expect(await screen.findByText('사진 2장과 파일 1개 복사')).toBeDefined();
    expect(sentTo(calls, DRY_RUN)).toMatchObject({
      ...{ type: 'feed', files: 'copy', url: 'https://cs.example.ac.kr/app', ...suggested },
    });
  });

  it('asks for the address of an article where scripts hide it [SRC-367]', async () => {
    const { config } = recognised();
    answers[RECOGNISE] = ({ body }) => ({
      body: {
        recognised: (body as { articleUrl?: string }).articleUrl
          ? recognised()
          : recognised({ config, preview: null, problem: '글을 여는 주소를 알 수 없습니다.' }),
      },
    });
    const calls = await open();
    await check('https://cs.example.ac.kr/list.do');
    await screen.findByText('글을 여는 주소를 알 수 없습니다.');
    type('글 하나의 주소', 'https://cs.example.ac.kr/view.do?no=1');
    await press('확인');
    expect(await screen.findByText('장학금 안내')).toBeDefined();
    expect(sentTo(calls, RECOGNISE).articleUrl).toBe('https://cs.example.ac.kr/view.do?no=1');
  });

  it('says which source reads the address already, and keeps it when the check fails [SRC-367]', async () => {
    let isDown = true;
    answers[RECOGNISE] = () =>
      isDown
        ? { status: 503, body: { error: 'UNAVAILABLE', message: '잠시 후', requestId: 'x' } }
        : { body: { recognised: recognised({ same: { id: 5, title: '학과 소식' } }) } };
    await open();
    await check('https://cs.example.ac.kr/list.do');
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(screen.getByRole('textbox', { name: '주소' })).toHaveProperty(
      'value',
      'https://cs.example.ac.kr/list.do',
    );
    isDown = false;
    await press('확인');
    expect(await screen.findByText('이미 ‘학과 소식’에서 이 주소를 가져옵니다.')).toBeDefined();
  });

  it('leads to the first wrong place, also to one that only the server finds wrong [SRC-54]', async () => {
    const message = 'CSS 선택자로 쓸 수 없습니다.';
    const errors = [{ field: 'list.title', message }];
    answers[RECOGNISE] = {
      body: { recognised: recognised({ config: null, preview: null, problem: '모릅니다.' }) },
    };
    answers[DRY_RUN] = {
      status: 400,
      body: { error: 'VALIDATION_FAILED', message, errors, requestId: 'x' },
    };
    await open();
    await check('https://cs.example.ac.kr/board');
    await press('다른 방식으로 읽기');
    const way = await screen.findByRole('combobox', { name: '읽는 방식', hidden: true });
    fireEvent.change(way, { target: { value: 'html' } });
    const [, ofList] = screen.getAllByRole('textbox', { name: '제목' });
    if (!ofList) throw new Error('Two fields are expected.');
    fireEvent.input(ofList, { target: { value: 'td[' } });
    await press('미리 보기');
    const row = screen.getByRole('textbox', { name: '글 한 줄' });
    await waitFor(() => expect(document.activeElement).toBe(row));
    type('글 한 줄', 'tr');
    await press('미리 보기');
    await waitFor(() => expect(document.activeElement).toBe(ofList));
    expect(ofList.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getAllByText(message)).toHaveLength(1);
  });

  it('changes a source that somebody else has saved meanwhile only after saying so [SRC-51]', async () => {
    let version = 'v1';
    answers['GET /api/admin/sources/5'] = () => ({ body: { source: detail({ version }) } });
    answers[DRY_RUN] = { body: { preview: { ...preview, error: '닿지 않습니다.', total: 0 } } };
    answers['PUT /api/admin/sources/5'] = ({ query }) =>
      query.get('version') === version
        ? { body: { id: 5, message: '저장했습니다.' } }
        : { status: 409, body: { error: 'EDIT_CONFLICT', message: '먼저', requestId: 'x' } };
    await open();
    await press('컴퓨터공학과 공지 자세히, 빠짐 1');
    await press('수정');
    const name = await screen.findByRole('textbox', { name: '이름', hidden: true });
    expect(name).toHaveProperty('readOnly', true);
    version = 'v2';
    type('제목', '새 제목');
    await press('미리 보기');
    await screen.findByText('닿지 않습니다.');
    await press('저장');
    expect(await screen.findByText(/다른 사람이 먼저 저장했습니다/)).toBeDefined();
    expect(screen.getByRole('textbox', { name: '제목' })).toHaveProperty('value', '새 제목');
    await press('저장');
    await screen.findByText('저장했습니다.');
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  });

  it('leads back to the list, from a changed form only after a question [SRC-56]', async () => {
    fakeApi(answers);
    const { router } = await renderRouted(<SourcesView />);
    await press('컴퓨터공학과 공지 자세히, 빠짐 1');
    await screen.findByText('주소가 없습니다.');
    const heading = screen.getByRole('heading', { name: '컴퓨터공학과 공지' });
    expect(document.activeElement).toBe(heading);
    await press('수정');
    await screen.findByRole('textbox', { name: '제목' });
    type('제목', '새 제목');
    await press('취소');
    const question = await screen.findByRole('alertdialog', { name: '저장하지 않고 나갈까요?' });
    fireEvent.click(within(question).getByRole('button', { name: '계속 수정' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByRole('textbox', { name: '제목' })).toHaveProperty('value', '새 제목');
    await press('취소');
    await press('나가기');
    expect(await screen.findByText('주소가 없습니다.')).toBeDefined();
    await router.navigate({ to: '/admin', search: { menu: 'SOURCES' } } as never);
    expect(await screen.findByRole('list', { name: '수집할 곳' })).toBeDefined();
    router.history.back();
    expect(await screen.findByText('주소가 없습니다.')).toBeDefined();
  });

  it('tries again when the list could not be loaded [SRC-56]', async () => {
    let isDown = true;
    answers[LIST] = () =>
      isDown
        ? { status: 503, body: { error: 'UNAVAILABLE', message: '잠시 후', requestId: 'x' } }
        : { body: { sources: [source()] } };
    await open();
    await screen.findByText('수집할 곳을 불러오지 못했습니다.');
    isDown = false;
    await press('다시 시도');
    expect(await screen.findByText('컴퓨터공학과 공지')).toBeDefined();
  });
});
