import type { Editor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import { isChoosable } from '../../lib/api/upload.ts';
import { dropShared, type SharedContent, takeForPost } from '../../lib/shared-content.ts';
import { insertImages } from '../../ui/editor/image-upload.ts';
import type { Attachments } from '../attachments/use-attachments.ts';
import { takeFiles } from './take-files.ts';

/** Puts shared content behind what the text has: its lines, then its pictures; other files are attached. */
export async function insertShared(
  { text, files }: SharedContent,
  editor: Editor | null,
  attachments: Attachments | null,
): Promise<void> {
  if (editor === null) return;
  const lines = text === '' ? [] : text.split(/\r?\n/);
  const paragraphs = lines.map((line) => ({
    type: 'paragraph',
    ...(line !== '' && { content: [{ type: 'text', text: line }] }),
  }));
  const end = editor.isEmpty ? 0 : editor.state.doc.content.size;
  if (paragraphs.length > 0) {
    editor.chain().focus().insertContentAt(end, paragraphs).focus('end').run();
  }
  const others = files.filter((file) => !isChoosable(file));
  if (others.length > 0) takeFiles(attachments, others);
  const pictures = files.filter(isChoosable);
  if (pictures.length > 0) await insertImages(editor, pictures, editor.state.doc.content.size);
}

type Options = {
  isNew: boolean;
  isWaiting: boolean;
  onBegin: (content: SharedContent) => void;
};

/** What another app shared, for a new text: once the editor is there and nothing waits for a decision. */
export function useShared({ isNew, isWaiting, onBegin }: Options) {
  const [isReady, setReady] = useState(false);
  const [content] = useState(() => (isNew ? takeForPost() : null));
  const hasBegun = useRef(false);
  const begin = useRef(onBegin);
  begin.current = onBegin;
  useEffect(() => {
    if (content === null || !isReady || isWaiting || hasBegun.current) return;
    hasBegun.current = true;
    begin.current(content);
  }, [content, isReady, isWaiting]);
  return {
    onReady: () => setReady(true),
    /** The post is stored. */
    end: () => content !== null && void dropShared(),
  };
}
