import { isTextColor, readSpan } from '@naru/contract/formats';
import { LIMITS } from '@naru/contract/limits';
import { type Extensions, Mark } from '@tiptap/core';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { TextAlign } from '@tiptap/extension-text-align';
import { FontSize, TextStyle } from '@tiptap/extension-text-style';
import { Placeholder } from '@tiptap/extensions';
import { StarterKit } from '@tiptap/starter-kit';
import { CodeColours } from './code-colours.ts';
import { Formula } from './formula.ts';
import { StoredImage } from './stored-image.ts';

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

const CELL_ATTRIBUTES = {
  colspan: { default: 1, parseHTML: (cell: Element) => readSpan(cell.getAttribute('colspan')) },
  rowspan: { default: 1, parseHTML: (cell: Element) => readSpan(cell.getAttribute('rowspan')) },
  // The table commands need the attribute; the widths of columns follow their content.
  colwidth: { default: null, parseHTML: () => null },
};

const TABLES: Extensions = [
  Table,
  TableRow,
  TableHeader.extend({ addAttributes: alignedCell }),
  TableCell.extend({ addAttributes: alignedCell }),
];

function alignedCell(this: { parent: (() => object) | undefined }) {
  return { ...this.parent?.(), ...CELL_ATTRIBUTES };
}

/** Matches what the server's sanitiser keeps. */
export function editorExtensions(placeholder: string): Extensions {
  return [
    StarterKit.configure({
      heading: { levels: [2, 3] },
      codeBlock: { enableTabIndentation: true },
      link: {
        openOnClick: false,
        autolink: true,
        linkOnPaste: true,
        protocols: ['http', 'https'],
        isAllowedUri: (uri) => /^https?:\/\//i.test(uri),
        HTMLAttributes: { rel: 'noopener noreferrer nofollow ugc', target: '_blank' },
      },
      dropcursor: { color: 'var(--color-sea)', width: 2 },
    }),
    TextStyle,
    PixelFontSize,
    StoredImage,
    ...TABLES,
    CodeColours,
    TextAlign.configure({
      types: ['heading', 'paragraph'],
      alignments: ['left', 'center', 'right'],
    }),
    TextColor,
    Formula,
    Placeholder.configure({ placeholder }),
  ];
}
