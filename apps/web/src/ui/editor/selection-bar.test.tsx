import { fireEvent, render, screen } from '@testing-library/react';
import { Editor } from '@tiptap/core';
import { expect, it, onTestFinished, vi } from 'vitest';
import { getEditorHtml, setEditorHtml } from './editor-html.ts';
import { editorExtensions } from './editor-schema.ts';
import { LinkDialog } from './link-dialog.tsx';
import { SelectionBar } from './selection-bar.tsx';

it('asks for the description of a picture while the caret is in the empty line behind it [POST-14]', async () => {
  const editor = new Editor({ extensions: editorExtensions('') });
  onTestFinished(() => editor.destroy());
  setEditorHtml(editor, '<img src="/files/a.webp" alt=""><p></p><p>글</p>');
  editor.commands.setTextSelection(2);
  render(<SelectionBar editor={editor} />);
  const field = screen.getByRole('textbox', { name: '사진 설명' });
  for (const alt of ['등', '등대']) fireEvent.input(field, { target: { value: alt } });
  expect(screen.getByRole('textbox', { name: '사진 설명' })).toBe(field);
  expect(getEditorHtml(editor)).toContain('alt="등대"');
  fireEvent.click(screen.getByRole('button', { name: '사진 빼기' }));
  expect(getEditorHtml(editor)).not.toContain('<img');
  expect(getEditorHtml(editor)).toContain('<p>글</p>');
});

it('keeps the field of a formula while its source is typed [POST-166]', async () => {
  const editor = new Editor({ extensions: editorExtensions('') });
  onTestFinished(() => editor.destroy());
  setEditorHtml(editor, '<p>식은 </p>');
  editor.commands.setTextSelection(4);
  render(<SelectionBar editor={editor} />);
  editor.commands.insertFormula('');
  const field = await screen.findByRole('textbox', { name: '수식(LaTeX)' });
  for (const latex of ['x', 'x^', 'x^2']) fireEvent.input(field, { target: { value: latex } });
  fireEvent.click(await screen.findByRole('checkbox', { name: '한 줄로' }));
  expect(screen.getByRole('textbox', { name: '수식(LaTeX)' })).toBe(field);
  expect(getEditorHtml(editor)).toContain('<span data-formula="block">x^2</span>');
});

it('returns the focus to a rejected address', async () => {
  const onLink = vi.fn();
  const none = () => undefined;
  render(<LinkDialog open current="" onClose={none} onLink={onLink} onUnlink={none} />);
  const field = screen.getByRole('textbox', { name: '주소' });
  const insert = screen.getByRole('button', { name: '넣기' });
  insert.focus();
  fireEvent.click(insert);
  const problem = '올바른 링크 형식을 입력해 주세요 (http:// 또는 https://)';
  expect(await screen.findByText(problem)).toBeDefined();
  expect(document.activeElement).toBe(field);
  expect(onLink).not.toHaveBeenCalled();
});
