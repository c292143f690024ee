import { isFormulaKind } from '@naru/contract/formats';
import { InputRule, mergeAttributes, Node } from '@tiptap/core';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    formula: { insertFormula: (latex: string) => ReturnType };
  }
}

/** `$x^2$` after anything but a digit, a backslash or another dollar; `$5 ... $` is no formula. */
const TYPED = /(^|[^\\$\d])(\${1,2})([^\s$](?:[^$]{0,500}[^\s$\\])?)\2$/;
const LOOKS_LIKE_MATHS = /[A-Za-z\\^_=+]/;

/** A formula in LaTeX: an atom, whose source is edited in a field below the text. */
export const Formula = Node.create({
  name: 'formula',
  group: 'inline',
  inline: true,
  atom: true,

  addAttributes() {
    return {
      latex: { default: '', parseHTML: (element) => element.textContent ?? '', rendered: false },
      kind: {
        default: 'inline',
        parseHTML: (element) => element.dataset.formula,
        renderHTML: ({ kind }) => ({ 'data-formula': kind }),
      },
    };
  },

  parseHTML() {
    return [
      {
        tag: 'span[data-formula]',
        priority: 60,
        getAttrs: (element) => isFormulaKind(element.dataset.formula) && null,
      },
    ];
  },

  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    mergeAttributes(HTMLAttributes),
    String(node.attrs.latex),
  ],

  renderText: ({ node }) => String(node.attrs.latex),

  addNodeView() {
    return ({ node: first }) => {
      const dom = document.createElement('span');
      dom.contentEditable = 'false';
      let node = first;
      const show = () => {
        const { latex, kind } = node.attrs;
        dom.dataset.formula = kind;
        dom.textContent = latex || '수식';
        if (latex === '') return;
        void import('../formula/render-formula.ts').then(({ renderFormula }) => {
          // A later change may have come first.
          if (node.attrs.latex !== latex) return;
          const isSet = renderFormula(dom, latex, kind === 'block') > 0;
          dom.title = isSet ? '' : '수식이 너무 복잡하여 원문 그대로 보여 드립니다.';
        });
      };
      show();
      return {
        dom,
        update: (next) => {
          if (next.type !== node.type) return false;
          node = next;
          show();
          return true;
        },
        ignoreMutation: () => true,
      };
    };
  },

  addCommands() {
    return {
      insertFormula:
        (latex) =>
        ({ chain, tr }) => {
          const at = tr.selection.from;
          return chain()
            .insertContent({ type: this.name, attrs: { latex } })
            .setNodeSelection(at)
            .run();
        },
    };
  },

  addInputRules() {
    return [
      new InputRule({
        find: TYPED,
        handler: ({ state, range, match }) => {
          const [, before = '', dollars = '', latex = ''] = match;
          if (!LOOKS_LIKE_MATHS.test(latex)) return null;
          const kind = dollars === '$$' ? 'block' : 'inline';
          state.tr.replaceWith(
            range.from + before.length,
            range.to,
            this.type.create({ latex, kind }),
          );
          return undefined;
        },
      }),
    ];
  },
});
