import { QueryClient } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NO_DRAFT_NOTE } from '../../lib/typed-draft.ts';
import { commentKeys } from '../keys.ts';
import { CommentForm } from './comment-form.tsx';
import { InThread, THREAD } from './thread.fixture.tsx';

const people = ['등대', '등대지기', '부표', '해솔'].map((writerNickname, at) => ({
  id: 10 + at,
  writerId: at + 2,
  writerNickname,
  writerProfileThumbnails: null,
}));

function Form({ onSubmit }: { onSubmit: (text: string) => void }) {
  const [text, setText] = useState('');
  return (
    <CommentForm
      draft={NO_DRAFT_NOTE}
      label="댓글 쓰기"
      text={text}
      onText={setText}
      onSubmit={onSubmit}
    />
  );
}

function setup(anonymous = false) {
  vi.stubGlobal('fetch', async () => Response.json({ people: [] }));
  const client = new QueryClient();
  client.setQueryData(commentKeys.list(1, 'oldest'), {
    pages: [{ comments: people }],
    pageParams: [null],
  });
  const onSubmit = vi.fn();
  render(
    <InThread client={client} change={{ thread: { ...THREAD, anonymous } }}>
      <Form onSubmit={onSubmit} />
    </InThread>,
  );
  const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: '댓글 쓰기' });
  box.focus();
  return { box, onSubmit };
}

function type(box: HTMLTextAreaElement, text: string) {
  fireEvent.input(box, { target: { value: text } });
  box.setSelectionRange(text.length, text.length);
  fireEvent.select(box);
}

const names = () => screen.queryAllByRole('option').map((option) => option.textContent?.slice(1));
const press = (box: HTMLElement, key: string, more: object = {}) =>
  fireEvent.keyDown(box, { key, code: key, keyCode: key === 'Enter' ? 13 : 0, ...more });

afterEach(() => vi.unstubAllGlobals());

describe('mentions while a comment is typed', () => {
  it('suggest nobody in an anonymous thread [COMM-100]', () => {
    const { box } = setup(true);
    type(box, '@등');
    expect(names()).toEqual([]);
  });

  it('suggest those of the thread, and Enter puts the chosen one in [COMM-99]', () => {
    const { box, onSubmit } = setup();
    type(box, '저기 @등');
    expect(names()).toEqual(['등대지기', '등대']);
    const [first] = screen.getAllByRole('option');
    expect(box.getAttribute('aria-activedescendant')).toBe(first?.id);
    press(box, 'ArrowDown');
    expect(screen.getByRole('option', { selected: true }).textContent).toContain('등대');
    press(box, 'Enter');
    expect(box.value).toBe('저기 @등대 ');
    expect(box.selectionStart).toBe(box.value.length);
    expect(names()).toEqual([]);
    expect(onSubmit).not.toHaveBeenCalled();
    expect(press(box, 'Enter')).toBe(true);
  });

  it('are chosen by a tap, which keeps the focus in the text [COMM-99]', () => {
    const { box } = setup();
    type(box, '@부');
    const list = screen.getByRole('listbox', { name: '언급할 사람' });
    const option = within(list).getByRole('option');
    expect(fireEvent.pointerDown(option)).toBe(false);
    fireEvent.click(option);
    expect(box.value).toBe('@부표 ');
    expect(document.activeElement).toBe(box);
  });

  it('go away with Escape, a space and the loss of the focus [COMM-99]', () => {
    const { box } = setup();
    type(box, '@등');
    press(box, 'Escape');
    expect(names()).toEqual([]);
    type(box, '@등대지');
    expect(names()).toEqual(['등대지기']);
    type(box, '@등대지 ');
    expect(names()).toEqual([]);
    type(box, '@부');
    fireEvent.blur(box);
    expect(names()).toEqual([]);
  });

  it('follow a syllable that is selected while it is put in, as in WebKit [COMM-99]', () => {
    const { box } = setup();
    type(box, '@');
    fireEvent.compositionStart(box);
    box.value = '@등';
    box.setSelectionRange(1, 2);
    fireEvent.input(box, { isComposing: true });
    expect(names()).toEqual(['등대지기', '등대']);
  });

  it('leave the keys of a composition alone; its Enter chooses once [COMM-99]', async () => {
    const { box, onSubmit } = setup();
    fireEvent.compositionStart(box);
    type(box, '@등');
    expect(names()).toEqual(['등대지기', '등대']);
    press(box, 'ArrowDown', { isComposing: true, keyCode: 229 });
    press(box, 'Enter', { isComposing: true, keyCode: 229 });
    expect(box.value).toBe('@등');
    fireEvent.compositionEnd(box, { data: '등' });
    await vi.waitFor(() => expect(box.value).toBe('@등대지기 '));
    press(box, 'Enter');
    expect(box.value).toBe('@등대지기 ');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('choose with an Enter that the input method leaves open [COMM-99]', async () => {
    const { box, onSubmit } = setup();
    fireEvent.compositionStart(box);
    type(box, '@등');
    press(box, 'Enter', { isComposing: true });
    await vi.waitFor(() => expect(box.value).toBe('@등대지기 '));
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('never suggest oneself or somebody whose name is complete [COMM-99]', () => {
    const { box } = setup();
    type(box, '@해');
    expect(names()).toEqual([]);
    type(box, '@부표');
    expect(names()).toEqual([]);
  });
});
