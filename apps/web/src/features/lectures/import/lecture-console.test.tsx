import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.tsx';
import { logInForTest } from '../../../testing/fake-session.ts';
import { lectureFixture } from '../../../testing/lectures.ts';
import { renderRouted } from '../../../testing/routed.tsx';
import { LectureConsole } from './lecture-console.tsx';

const IMPORT = 'POST /api/admin/lectures/import';
const CSV = '강의명,학년,학기\n로봇공학,3,2';
const change = {
  line: 2,
  kind: 'new',
  title: '로봇공학',
  year: 2026,
  semester: 2,
  professorName: '한바다',
  grade: 3,
  times: '월 09:00-11:00',
  room: '공1-305',
  credit: 3,
  intro: '',
  notes: ['학점 ‘3-3-0’은 3학점으로 저장합니다.'],
  fields: [],
  similar: [{ id: 4, professorName: '윤슬' }],
};
const reading = {
  columns: [{ heading: '교과목명', name: '강의명' }],
  unread: ['이수구분'],
  ignored: [{ line: 1, message: '제목 줄 위의 글입니다. ‘2026-2 개설강좌’' }],
};
const counts = { saved: false, unchanged: 3, errors: [], asks: [], version: 'v1' };
const preview = { ...counts, changes: [change], reading };

let answer: { status?: number; body: unknown };
let calls: string[];
const sent = () => calls.filter((call) => call.startsWith(IMPORT));

async function open() {
  calls = fakeApi({
    'GET /api/lecture-room/terms': { body: { planned: { year: 2026, semester: 2 }, terms: [] } },
    'GET /api/lecture-room/list': {
      body: { data: [lectureFixture(1, '기계학습', [])], totalCount: 1 },
    },
    [IMPORT]: () => answer,
  });
  await renderRouted(<LectureConsole />);
  fireEvent.click(await screen.findByRole('button', { name: 'CSV 가져오기' }));
  return screen.findByRole('dialog', { name: 'CSV로 강의 가져오기' });
}

const choose = (file: File) =>
  fireEvent.change(screen.getByLabelText('파일 선택', { selector: 'input' }), {
    target: { files: [file] },
  });
function csvFile() {
  const file = new File([CSV], 'term.csv', { type: 'text/csv' });
  // Replaces jsdom's incomplete File.arrayBuffer.
  file.arrayBuffer = async () => new TextEncoder().encode(CSV).buffer as ArrayBuffer;
  return file;
}

describe('LectureConsole', () => {
  beforeEach(() => {
    logInForTest();
    answer = { body: preview };
  });

  it('previews a file with its counts and namesakes, and saves it on confirmation [LECT-74, LECT-75]', async () => {
    const dialog = await open();
    choose(csvFile());
    await within(dialog).findByText('새 강의 1개 · 바뀌는 강의 0개 · 그대로인 강의 3개');
    expect(dialog.textContent).toContain('이름이 같은 강의가 이미 있습니다: 윤슬 교수');
    expect(dialog.textContent).toContain('3학년 · 월 09:00-11:00 · 공1-305 · 3학점');
    expect(dialog.textContent).toContain('학점 ‘3-3-0’은 3학점으로 저장합니다.');
    expect(dialog.textContent).toContain('교과목명 → 강의명');
    expect(dialog.textContent).toContain('읽지 않는 열이수구분');
    expect(dialog.textContent).toContain('1번째 줄: 제목 줄 위의 글입니다.');
    expect(sent()).toEqual([`${IMPORT} ${JSON.stringify({ csv: CSV, preview: true })}`]);
    answer = { body: { ...preview, saved: true } };
    fireEvent.click(within(dialog).getByRole('button', { name: '저장' }));
    await screen.findByText('강의를 가져왔습니다.');
    expect(sent()[1]).toBe(
      `${IMPORT} ${JSON.stringify({ csv: CSV, version: 'v1', preview: false })}`,
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('lists the bad lines and saves nothing; a refused file replaces them [LECT-74]', async () => {
    const errors = [{ line: 3, message: '학기는 1 또는 2로 적어 주세요.' }];
    answer = { body: { ...preview, changes: [], errors, version: '' } };
    const dialog = await open();
    choose(csvFile());
    await within(dialog).findByText('학기는 1 또는 2로 적어 주세요.');
    expect(within(dialog).getByRole('button', { name: '저장' })).toHaveProperty('disabled', true);
    choose(new File(['x'], 'term.xlsx'));
    await within(dialog).findByText(/엑셀 파일은 바로 읽을 수 없습니다/);
    expect(within(dialog).queryByText('학기는 1 또는 2로 적어 주세요.')).toBeNull();
    expect(sent()).toHaveLength(1);
  });

  it('leaves bad lines out, and saves in past terms, on confirmation alone [LECT-197]', async () => {
    const errors = [{ line: 3, message: '학년이 비어 있습니다.' }];
    const asks = ['지난 학기인 2024년 2학기에 강의 1개를 저장합니다.'];
    answer = { body: { ...preview, errors, asks } };
    const dialog = await open();
    choose(csvFile());
    await within(dialog).findByText('읽을 수 없는 줄 1개');
    const save = within(dialog).getByRole('button', { name: '저장' });
    expect(save).toHaveProperty('disabled', true);
    fireEvent.click(within(dialog).getByRole('checkbox', { name: /지난 학기인 2024년 2학기/ }));
    expect(save).toHaveProperty('disabled', false);
    fireEvent.click(save);
    await screen.findByText('강의를 가져왔습니다.');
    const body = { csv: CSV, version: 'v1', confirmed: true, preview: false };
    expect(sent()[1]).toBe(`${IMPORT} ${JSON.stringify(body)}`);
  });
});
