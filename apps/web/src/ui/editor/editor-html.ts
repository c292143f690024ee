import type { Editor } from '@tiptap/core';
import { DOMParser as ModelParser } from '@tiptap/pm/model';
import DOMPurify from 'dompurify';

/**
 * Sanitises the HTML and parses it from nodes, because the CSP allows no HTML strings; a malicious
 * draft cannot run.
 */
export function setEditorHtml(editor: Editor, html: string): void {
  const clean = DOMPurify.sanitize(html, { RETURN_DOM: true });
  const model = ModelParser.fromSchema(editor.schema).parse(clean);
  editor
    .chain()
    .setMeta('addToHistory', false)
    .setContent(model.toJSON(), { emitUpdate: false })
    .setTextSelection(0)
    .run();
}

/** The HTML without images that are still uploading; empty for an empty editor. */
export function getEditorHtml(editor: Editor): string {
  if (editor.isEmpty) return '';
  return editor.getHTML().replace(/<img[^>]*data-uploading[^>]*>/g, '');
}

/** URLs of the images, in order. */
export function listImages(editor: Editor): string[] {
  const urls: string[] = [];
  editor.state.doc.descendants((node) => {
    if (node.type.name === 'image' && node.attrs.uploadId === null)
      urls.push(String(node.attrs.src));
  });
  return urls;
}

export function countUploads(editor: Editor): number {
  let count = 0;
  editor.state.doc.descendants((node) => {
    if (node.type.name === 'image' && node.attrs.uploadId !== null) count += 1;
  });
  return count;
}

/** True without text and images. */
export function isEditorBlank(editor: Editor): boolean {
  return editor.getText().trim() === '' && listImages(editor).length + countUploads(editor) === 0;
}
