import { isTextColor } from '@naru/contract/formats';
import { LIMITS } from '@naru/contract/limits';
import { type Extensions, Mark } from '@tiptap/core';
import { TextAlign } from '@tiptap/extension-text-align';
import { FontSize, TextStyle } from '@tiptap/extension-text-style';
import { Placeholder } from '@tiptap/extensions';
import { BasicNodes } from './basic-nodes.ts';
import { CodeColours } from './code-colours.ts';
import { Formula } from './formula.ts';
import { Subscript, Superscript } from './script-marks.ts';
import { StoredImage } from './stored-image.ts';
import { TABLES } from './table-nodes.ts';

/** A colour of the palette, stored by name; the theme decides the shade. */
const TextColor = Mark.create({
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

/** Default font size in px, from which the toolbar counts. */
export const BASE_FONT_SIZE = 16;

export function clampFontSize(px: number): number {
  return Math.min(LIMITS.fontSizeMax, Math.max(LIMITS.fontSizeMin, Math.round(px)));
}

/** `17.4px` becomes `17px`; drops other units. */
function readFontSize(style: string): string | null {
  const px = /^(\d+(?:\.\d+)?)px$/.exec(style.trim())?.[1];
  return px === undefined ? null : `${clampFontSize(Number(px))}px`;
}

/** Sizes alone; every other style of a `span` is none of its own. */
const SizedText = TextStyle.extend({
  parseHTML() {
    return [
      {
        tag: 'span',
        consuming: false,
        getAttrs: (span) => (readFontSize(span.style.fontSize) === null ? false : null),
      },
    ];
  },
});

const PixelFontSize = FontSize.extend({
  addGlobalAttributes() {
    return [
      {
        types: ['textStyle'],
        attributes: {
          fontSize: {
            default: null,
            parseHTML: (element) => readFontSize(element.style.fontSize),
            renderHTML: ({ fontSize }) =>
              typeof fontSize === 'string' ? { style: `font-size: ${fontSize}` } : {},
          },
        },
      },
    ];
  },
});

/** Aligned to the left means not aligned. */
const Alignment = TextAlign.extend({
  addKeyboardShortcuts() {
    return { ...this.parent?.(), 'Mod-Shift-l': () => this.editor.commands.unsetTextAlign() };
  },
}).configure({ types: ['heading', 'paragraph'], alignments: ['center', 'right'] });

/** Matches what the server's sanitiser keeps. */
export function editorExtensions(placeholder: string): Extensions {
  return [
    BasicNodes,
    SizedText,
    PixelFontSize,
    StoredImage,
    ...TABLES,
    CodeColours,
    Alignment,
    TextColor,
    Formula,
    Superscript,
    Subscript,
    Placeholder.configure({ placeholder }),
  ];
}
