import { Mark } from '@tiptap/core';

/** Text above or below the line; one excludes the other. */
const scriptMark = (name: string, tag: string, style: string, key: string) =>
  Mark.create({
    name,
    excludes: 'superscript subscript',
    parseHTML: () => [
      { tag },
      { style: 'vertical-align', getAttrs: (value) => (value === style ? null : false) },
    ],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
    addKeyboardShortcuts() {
      return { [key]: () => this.editor.commands.toggleMark(name) };
    },
  });

export const Superscript = scriptMark('superscript', 'sup', 'super', 'Mod-.');
export const Subscript = scriptMark('subscript', 'sub', 'sub', 'Mod-,');
