import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { NO_DRAFT_NOTE } from '../../lib/typed-draft.ts';
import { CommentForm, isSendable } from './comment-form.tsx';
import { InThread } from './thread.fixture.tsx';

function Harness(props: { start?: string; onSubmit: (text: string) => void }) {
  const [text, setText] = useState(props.start ?? '');
  return (
    <InThread>
      <CommentForm
        draft={NO_DRAFT_NOTE}
        label="댓글 쓰기"
        text={text}
        onText={setText}
        onSubmit={props.onSubmit}
      />
    </InThread>
  );
}

function setup(start?: string) {
  const onSubmit = vi.fn();
  render(<Harness start={start} onSubmit={onSubmit} />);
  const box = screen.getByRole('textbox', { name: '댓글 쓰기' });
  return { onSubmit, box };
}

describe('CommentForm', () => {
  it('stays in view with its button while the text grows [UI-171]', () => {
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
    const { box } = setup();
    fireEvent.input(box, { target: { value: '한 줄' } });
    expect(scroll).not.toHaveBeenCalled();
    box.focus();
    fireEvent.input(box, { target: { value: '한 줄\n두 줄' } });
    expect(scroll).toHaveBeenCalledExactlyOnceWith({ block: 'nearest' });
    expect(scroll.mock.contexts[0]).toBe(box.closest('form'));
  });

  it('breaks the line on a plain Enter', () => {
    const { onSubmit, box } = setup('첫 줄');
    const stays = fireEvent.keyDown(box, { key: 'Enter', code: 'Enter', keyCode: 13 });
    expect(stays).toBe(true);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it.each([{ ctrlKey: true }, { metaKey: true }])('submits on Enter with %j', (modifier) => {
    const { onSubmit, box } = setup('  첫 줄\n둘째 줄 ');
    fireEvent.keyDown(box, { key: 'Enter', code: 'Enter', keyCode: 13, ...modifier });
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith('첫 줄\n둘째 줄');
  });

  it('submits the complete last syllable during a composition', () => {
    const { onSubmit, box } = setup('안');
    fireEvent.compositionStart(box);
    fireEvent.input(box, { target: { value: '안녕' } });
    const blur = vi.spyOn(box, 'blur');
    fireEvent.keyDown(box, { key: 'Enter', code: 'Enter', ctrlKey: true, isComposing: true });
    expect(blur).toHaveBeenCalledOnce();
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith('안녕');
  });

  it.each([' \n\t', '\u200b', '\u3164 \u2800'])('ignores blank text, %j [INPUT-18]', (text) => {
    const { onSubmit, box } = setup(text);
    fireEvent.keyDown(box, { key: 'Enter', code: 'Enter', keyCode: 13, ctrlKey: true });
    expect(onSubmit).not.toHaveBeenCalled();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '등록' }).disabled).toBe(true);
  });

  it.each([
    ['가'.repeat(1001), '댓글은 1,000자 이하로 입력해 주세요.'],
    [`ㅇ${'\u0301'.repeat(31)}`, '글자에 겹쳐 쓴 기호가 너무 많습니다. 기호를 줄여 주세요.'],
  ])('says why it does not send case %#, and keeps the text [INPUT-20]', (text, message) => {
    const { onSubmit, box } = setup(text);
    expect(screen.getByText(message)).toBeTruthy();
    fireEvent.keyDown(box, { key: 'Enter', code: 'Enter', keyCode: 13, ctrlKey: true });
    expect(onSubmit).not.toHaveBeenCalled();
    expect((box as HTMLTextAreaElement).value).toBe(text);
  });

  it('shows the counter only near the limit', () => {
    setup('가'.repeat(899));
    expect(screen.queryByText('899/1,000')).toBeNull();
    fireEvent.input(screen.getByRole('textbox'), { target: { value: '가'.repeat(950) } });
    expect(screen.getByText('950/1,000')).toBeTruthy();
  });
});

describe('isSendable', () => {
  it('counts graphemes as the server does [INPUT-17]', () => {
    expect(isSendable('👨‍👩‍👧‍👦'.repeat(1000))).toBe(true);
    expect(isSendable('👨‍👩‍👧‍👦'.repeat(1001))).toBe(false);
    expect(isSendable('가'.normalize('NFD').repeat(1000))).toBe(true);
  });
});
