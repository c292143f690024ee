import { isInvisible } from '@naru/contract/text';
import type { Editor } from '@tiptap/core';
import { DOMParser as ModelParser, type Node } from '@tiptap/pm/model';
import DOMPurify from 'dompurify';
import { HTML_POLICY } from '../../lib/html-policy.ts';

/**
 * Sanitises the HTML and parses it from nodes, because the CSP allows no HTML strings; a malicious
 * draft cannot run.
 */
export function setEditorHtml(editor: Editor, html: string): void {
  const clean = DOMPurify.sanitize(html, { RETURN_DOM: true, TRUSTED_TYPES_POLICY: HTML_POLICY });
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
