import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import type { Node, Slice } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';

/** What a paste has put into the editor, wherever later changes move it. */
export interface PastedRange {
  /** Puts blocks in its place; a step of its own for undo. */
  replace: (blocks: Slice) => void;
  /** Puts back what was there before. What was typed since stays. */
  takeBack: () => void;
}

/** Finds what changed since `before`, and follows it; null if nothing did. */
export function followPaste(editor: Editor, before: Node): PastedRange | null {
  const { doc } = editor.state;
  const from = before.content.findDiffStart(doc.content);
  const ends = before.content.findDiffEnd(doc.content);
  if (from === null || ends === null) return null;
  // What is the same at both ends may be counted twice.
  const overlap = Math.max(0, from - Math.min(ends.a, ends.b));
  const earlier = before.slice(from, ends.a + overlap);
  const range = { from, to: ends.b + overlap };
  const follow = ({ transaction }: { transaction: Transaction }) => {
    range.from = transaction.mapping.map(range.from, 1);
    range.to = Math.max(range.from, transaction.mapping.map(range.to, -1));
  };
  editor.on('transaction', follow);
  const change = (write: (tr: Transaction) => Transaction) => {
    if (editor.isDestroyed) return;
    editor.view.dispatch(closeHistory(write(editor.state.tr)).scrollIntoView());
    editor.off('transaction', follow);
    editor.commands.focus();
  };
  return {
    replace: (blocks) => change((tr) => tr.replaceRange(range.from, range.to, blocks)),
    takeBack: () => change((tr) => tr.replace(range.from, range.to, earlier)),
  };
}
