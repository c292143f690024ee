import { readLanguage } from '@naru/contract/formats';
import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import { startHighlighter } from '../code/highlight.ts';
import type { CodePart, CodeRequest, CodeResponse } from '../code/parts.ts';

/** Milliseconds without a change of the code, after which it is coloured again. */
const PAUSE = 200;
const KEY = new PluginKey<DecorationSet>('codeColours');

interface Block extends CodeRequest {
  /** Where its text begins. */
  at: number;
}

/** Colours code as its readers see it, in the same worker: typing never waits for it. */
export const CodeColours = Extension.create({
  name: 'codeColours',
  addProseMirrorPlugins: () => [
    new Plugin({
      key: KEY,
      state: {
        init: () => DecorationSet.empty,
        apply: (change, shown) => change.getMeta(KEY) ?? shown.map(change.mapping, change.doc),
      },
      props: { decorations: (state) => KEY.getState(state) },
      view: watch,
    }),
  ],
});

function watch(view: EditorView) {
  let seen = '[]';
  let run = new AbortController();
  const begin = () => {
    const blocks = blocksOf(view.state.doc).map(({ language, code }) => [language, code]);
    const now = JSON.stringify(blocks);
    if (now === seen) return;
    seen = now;
    run.abort();
    run = new AbortController();
    // Without a worker the code stays plain.
    void colour(view, run).catch(() => undefined);
  };
  begin();
  return { update: begin, destroy: () => run.abort() };
}

async function colour(view: EditorView, run: AbortController): Promise<void> {
  do {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (run.signal.aborted) return;
    // A syllable in progress would be cut off by new elements around it.
  } while (view.composing);
  const ask = await startHighlighter(run.signal);
  const responses: CodeResponse[] = [];
  for (const { language, code } of blocksOf(view.state.doc)) {
    responses.push(await ask({ language, code }));
    if (run.signal.aborted) return;
  }
  run.abort();
  // The same blocks as before, perhaps at other places.
  const { doc, tr } = view.state;
  const colours = blocksOf(doc).flatMap(({ at }, index) =>
    coloursOf(responses[index]?.parts ?? [], at),
  );
  view.dispatch(tr.setMeta(KEY, DecorationSet.create(doc, colours)).setMeta('addToHistory', false));
}

function blocksOf(doc: Node): Block[] {
  const blocks: Block[] = [];
  doc.descendants((node, position) => {
    if (node.type.name !== 'codeBlock') return;
    const language = readLanguage(`language-${node.attrs.language}`);
    if (language !== null) blocks.push({ language, code: node.textContent, at: position + 1 });
  });
  return blocks;
}

function coloursOf(parts: readonly CodePart[], start: number): Decoration[] {
  const colours: Decoration[] = [];
  let at = start;
  const add = (part: CodePart, classes: string) => {
    if (typeof part !== 'string') {
      for (const inner of part.parts) add(inner, `${classes} ${part.classes}`);
      return;
    }
    if (classes !== '') colours.push(Decoration.inline(at, at + part.length, { class: classes }));
    at += part.length;
  };
  for (const part of parts) add(part, '');
  return colours;
}
