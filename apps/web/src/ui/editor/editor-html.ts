import { isInvisible } from '@naru/contract/text';
import type { Editor } from '@tiptap/core';
import { DOMSerializer, DOMParser as ModelParser, type Node } from '@tiptap/pm/model';
import { Selection } from '@tiptap/pm/state';
import DOMPurify from 'dompurify';
import { HTML_POLICY } from '../../lib/html-policy.ts';
import { dropLastBreaks, lastBreaks } from '../../lib/last-breaks.ts';

/** The stored text that an editor was opened with. */
const OPENED = new WeakMap<Editor, { doc: Node; html: string }>();

/**
 * Sanitises the HTML and parses it from nodes, because the CSP allows no HTML strings; a malicious
 * draft cannot run. Spaces and tabs stay as they were typed.
 */
export function setEditorHtml(editor: Editor, html: string): void {
  const clean = DOMPurify.sanitize(html, { RETURN_DOM: true, TRUSTED_TYPES_POLICY: HTML_POLICY });
  dropLastBreaks(clean as HTMLElement);
  const model = ModelParser.fromSchema(editor.schema).parse(clean, { preserveWhitespace: true });
  editor
    .chain()
    .setMeta('addToHistory', false)
    .setContent(model.toJSON(), { emitUpdate: false })
    .command(({ tr }) => tr.setSelection(Selection.atStart(tr.doc)) === tr)
    .run();
}

/** `setEditorHtml` for HTML of the server, which `getEditorHtml` returns unchanged until it is changed. */
export function openStoredHtml(editor: Editor, html: string): void {
  setEditorHtml(editor, html);
  OPENED.set(editor, { doc: editor.state.doc, html });
}

/** The HTML without images that are still uploading; empty for blank lines alone. */
export function getEditorHtml(editor: Editor): string {
  const { doc, schema } = editor.state;
  if (doc.content.content.every(isBlankLine)) return '';
  const opened = OPENED.get(editor);
  if (opened?.doc.eq(doc)) return opened.html;
  const body = document.createElement('div');
  DOMSerializer.fromSchema(schema).serializeFragment(doc.content, {}, body);
  for (const image of body.querySelectorAll('img[data-uploading]')) image.remove();
  for (const br of lastBreaks(body)) br.after(document.createElement('br'));
  return body.innerHTML;
}

const isBlankLine = ({ type, content }: Node) => type.name === 'paragraph' && content.size === 0;

function imagesOf(editor: Editor): Node[] {
  const images: Node[] = [];
  editor.state.doc.descendants((node) => {
    if (node.type.name === 'image') images.push(node);
  });
  return images;
}

/** URLs of the uploaded images, in order. */
export function listImages(editor: Editor): string[] {
  const uploaded = imagesOf(editor).filter(({ attrs }) => attrs.uploadId === null);
  return uploaded.map(({ attrs }) => String(attrs.src));
}

export function countUploads(editor: Editor): number {
  return imagesOf(editor).filter(({ attrs }) => attrs.uploadId !== null).length;
}

/** True without text and images. */
export function isEditorBlank(editor: Editor): boolean {
  return isInvisible(editor.getText()) && imagesOf(editor).length === 0;
}
