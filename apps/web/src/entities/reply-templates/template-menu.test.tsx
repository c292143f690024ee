import type { ReplyTemplate } from '@naru/contract/reply-templates';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type SubmitEvent, useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { NO_DRAFT_NOTE } from '../../lib/typed-draft.ts';
import { fakeApi } from '../../testing/fake-api.tsx';
import { logInForTest } from '../../testing/fake-session.ts';
import { renderRouted } from '../../testing/routed.tsx';
import { Field } from '../../ui/field.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import { TemplateMenu } from './template-menu.tsx';

const LIST = 'GET /api/admin/reply-templates';
const greeting: ReplyTemplate = {
  id: 4,
  kind: 'ANSWER',
  title: '인사',
  content: '{이름} 님, {이름} 님.',
  version: 'aaaa',
};
const reason = { ...greeting, id: 5, kind: 'REASON' as const, title: '광고' };
const onSubmit = vi.fn((event: SubmitEvent) => event.preventDefault());

beforeEach(() => {
  logInForTest(1);
  onSubmit.mockClear();
});

function Answer() {
  const [text, setText] = useState('');
  return (
    <form onSubmit={onSubmit}>
      <Field label="답변">
        <TextArea value={text} onText={setText} draft={NO_DRAFT_NOTE} />
      </Field>
      <TemplateMenu kind="ANSWER" name="김하늘" />
      <output data-testid="typed">{text}</output>
    </form>
  );
}

/** Opens the menu once it has the templates. */
async function openMenu(expected: readonly string[]) {
  const button = await screen.findByRole('button', { name: '자주 쓰는 답변' });
  fireEvent.click(button);
  await waitFor(() =>
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(expected),
  );
}

it.each([
  ['at the cursor', 3, 3, '앞글 김하늘 님, 김하늘 님.뒷글'],
  ['behind what is selected, which stays', 0, 3, '앞글 김하늘 님, 김하늘 님.뒷글'],
  ['at the end', 5, 5, '앞글 뒷글김하늘 님, 김하늘 님.'],
])('a template is put %s with the name of the reader [INQ-355]', async (_, from, to, expected) => {
  fakeApi({ [LIST]: { body: { templates: [greeting, reason] } } });
  await renderRouted(<Answer />);
  const area = screen.getByLabelText('답변') as HTMLTextAreaElement;
  fireEvent.input(area, { target: { value: '앞글 뒷글' } });
  area.setSelectionRange(from, to);
  await openMenu(['인사', '관리']);
  fireEvent.click(screen.getByRole('menuitem', { name: '인사' }));
  expect(area.value).toBe(expected);
  expect(screen.getByTestId('typed').textContent).toBe(expected);
  expect(document.activeElement).toBe(area);
  expect(area.selectionStart).toBe(area.selectionEnd);
});

it('says that the templates were not loaded, and loads them on request [INQ-353]', async () => {
  let isDown = true;
  fakeApi({
    [LIST]: () =>
      isDown
        ? { status: 503, body: { error: 'UNAVAILABLE', message: '' } }
        : { body: { templates: [greeting] } },
  });
  await renderRouted(<Answer />);
  await openMenu(['목록을 불러오지 못했습니다. 다시 불러오기']);
  isDown = false;
  fireEvent.click(screen.getByRole('menuitem'));
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await openMenu(['인사', '관리']);
});

it('goes through the command of the browser, which can be undone [INQ-355]', async () => {
  const execCommand = vi.fn(() => true);
  Object.defineProperty(document, 'execCommand', { value: execCommand, configurable: true });
  fakeApi({ [LIST]: { body: { templates: [greeting] } } });
  await renderRouted(<Answer />);
  await openMenu(['인사', '관리']);
  fireEvent.click(screen.getByRole('menuitem', { name: '인사' }));
  expect(execCommand).toHaveBeenCalledWith('insertText', false, '김하늘 님, 김하늘 님.');
  Reflect.deleteProperty(document, 'execCommand');
});

it('a new one is saved without sending the answer around it [INQ-353]', async () => {
  const calls = fakeApi({
    [LIST]: { body: { templates: [] } },
    'POST /api/admin/reply-templates': { body: { message: '추가했습니다.', template: greeting } },
  });
  await renderRouted(<Answer />);
  await openMenu(['새로 만들기']);
  fireEvent.click(screen.getByRole('menuitem', { name: '새로 만들기' }));
  const dialog = within(await screen.findByRole('dialog', { name: '자주 쓰는 답변' }));
  fireEvent.click(dialog.getByRole('button', { name: '새로 만들기' }));
  fireEvent.click(dialog.getByRole('button', { name: '저장' }));
  expect(await dialog.findByText('이름을 입력해 주세요.')).toBeDefined();
  fireEvent.input(dialog.getByRole('textbox', { name: /^이름/ }), { target: { value: '인사' } });
  fireEvent.input(dialog.getByRole('textbox', { name: /^내용/ }), {
    target: { value: '안녕하세요.' },
  });
  fireEvent.click(dialog.getByRole('button', { name: '저장' }));
  await waitFor(() =>
    expect(calls).toContain(
      'POST /api/admin/reply-templates {"kind":"ANSWER","title":"인사","content":"안녕하세요."}',
    ),
  );
  expect(onSubmit).not.toHaveBeenCalled();
});

it('shows both texts after the save of a colleague and overwrites only on request [INQ-353]', async () => {
  const theirs = { ...greeting, content: '먼저 고친 글', version: 'bbbb' };
  const message = '다른 사람이 먼저 저장했습니다.';
  let saves = 0;
  const calls = fakeApi({
    [LIST]: () => ({ body: { templates: [saves === 0 ? greeting : theirs] } }),
    'PUT /api/admin/reply-templates/4': () => {
      saves += 1;
      return saves === 1
        ? { status: 409, body: { error: 'EDIT_CONFLICT', message } }
        : { body: { message: '저장했습니다.', template: theirs } };
    },
  });
  await renderRouted(<Answer />);
  await openMenu(['인사', '관리']);
  fireEvent.click(screen.getByRole('menuitem', { name: '관리' }));
  const dialog = within(await screen.findByRole('dialog', { name: '자주 쓰는 답변' }));
  fireEvent.click(await dialog.findByRole('button', { name: '인사 수정' }));
  fireEvent.input(dialog.getByRole('textbox', { name: /^내용/ }), {
    target: { value: '내가 고친 글' },
  });
  fireEvent.click(dialog.getByRole('button', { name: '저장' }));
  const conflict = within(await dialog.findByRole('alert'));
  const both = conflict.getByRole('region', { name: '내용 비교' }).textContent;
  expect(both).toContain('먼저 고친 글');
  expect(both).toContain('내가 고친 글');
  expect(dialog.getByRole('textbox', { name: /^내용/ })).toHaveProperty('value', '내가 고친 글');
  fireEvent.click(conflict.getByRole('button', { name: '내 내용으로 저장' }));
  await waitFor(() =>
    expect(calls.filter((call) => call.startsWith('PUT')).at(-1)).toContain('"version":"bbbb"'),
  );
});
