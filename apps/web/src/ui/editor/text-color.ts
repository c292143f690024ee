import { isTextColor } from '@naru/contract/formats';
import { Mark } from '@tiptap/core';

/** A colour of the palette, stored by name; the theme decides the shade. */
export const TextColor = Mark.create({
  name: 'textColor',

  addAttributes() {
    return {
      color: {
        default: null,
        parseHTML: (element) => element.dataset.color,
        renderHTML: ({ color }) => ({ 'data-color': color }),
      },
    };
  },

  parseHTML() {
    return [
      {
        tag: '[data-color]',
        priority: 60,
        // Bold text, cells and paragraphs with a colour stay what they are.
        consuming: false,
        getAttrs: (element) => isTextColor(element.dataset.color) && null,
      },
    ];
  },

  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
});
