import { Image } from '@tiptap/extension-image';
import { NodeSelection, Plugin, TextSelection, type Transaction } from '@tiptap/pm/state';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    storedImage: { leaveImage: () => ReturnType };
  }
}

/** Moves the caret from a selected picture to the text after it; adds a paragraph if there is none. */
function leaveImage(tr: Transaction): void {
  const { selection, doc } = tr;
  if (!(selection instanceof NodeSelection && selection.node.type.name === 'image')) return;
  const behind = selection.to;
  const paragraph = doc.type.schema.nodes.paragraph;
  if (!doc.nodeAt(behind)?.isTextblock && paragraph) tr.insert(behind, paragraph.create());
  tr.setSelection(TextSelection.create(tr.doc, behind + 1)).scrollIntoView();
}

/** Keys that enter text: a character, or the placeholder keys of phone keyboards. */
function writes({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey) return false;
  return [...key].length === 1 || key === 'Process' || key === 'Unidentified';
}

/** Allows images of our own storage only; an image that is uploading has an upload id. */
export const StoredImage = Image.extend({
  parseHTML() {
    return [{ tag: 'img[src^="/files/"]' }];
  },

  addAttributes() {
    const { title: _, ...given } = this.parent?.() ?? {};
    return {
      ...given,
      alt: { default: '', parseHTML: (image) => image.getAttribute('alt') ?? '' },
      uploadId: {
        default: null,
        parseHTML: () => null,
        renderHTML: ({ uploadId }) =>
          typeof uploadId === 'string' ? { 'data-uploading': uploadId } : {},
      },
    };
  },

  addCommands() {
    return {
      ...this.parent?.(),
      leaveImage:
        () =>
        ({ tr, dispatch }) => {
          if (dispatch) leaveImage(tr);
          return true;
        },
    };
  },

  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: {
          // Typed text would replace the selected picture.
          handleKeyDown: (_view, event) => {
            if (writes(event)) this.editor.commands.leaveImage();
            return false;
          },
        },
      }),
    ];
  },
});
