import { Editor } from '@tiptap/core';
import { afterEach } from 'vitest';
import { getEditorHtml, setEditorHtml } from '../editor-html.ts';
import { editorExtensions } from '../editor-schema.ts';
import { Clipboard } from './clipboard.ts';
import { preparePaste } from './paste-html.ts';

const editors: Editor[] = [];

afterEach(() => {
  for (const editor of editors.splice(0)) editor.destroy();
});

export function openEditor(html = ''): Editor {
  const editor = new Editor({
    extensions: [...editorExtensions(''), Clipboard],
    enablePasteRules: ['link'],
  });
  editors.push(editor);
  if (html !== '') setEditorHtml(editor, html);
  return editor;
}

/** What the editor stores after a paste of HTML, and what the writer reads. */
export function paste(source: string, editor = openEditor()) {
  const { pictures, notice } = preparePaste(source);
  // jsdom has no clipboard events.
  editor.view.pasteHTML(source, new Event('paste') as ClipboardEvent);
  return { editor, text: getEditorHtml(editor), pictures, notice };
}

/** The stored text without the attributes that all tables and cells have. */
export function storedHtml(text: string): string {
  return text
    .replace(/ (?:colspan|rowspan)="1"| style="min-width: \d+px;?"|<colgroup>.*?<\/colgroup>/g, '')
    .replace(/ target="_blank" rel="noopener noreferrer nofollow ugc"/g, '')
    .replace(/<p><\/p>$/, '');
}
