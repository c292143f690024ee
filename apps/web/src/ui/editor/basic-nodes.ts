import {
  isSafeLink,
  readContactLink,
  readLanguage,
  readListStart,
  readListType,
} from '@naru/contract/formats';
import {
  type AnyExtension,
  type Mark,
  markInputRule,
  type Node,
  textblockTypeInputRule,
  wrappingInputRule,
} from '@tiptap/core';
import { StarterKit } from '@tiptap/starter-kit';
import { trimTypedLinks } from './typed-links.ts';

const LINK = { rel: 'noopener noreferrer nofollow ugc', target: '_blank' };
/** Headings of other pages become one of the two that posts have. */
const HEADINGS = { h1: 2, h2: 2, h3: 3, h4: 3, h5: 3, h6: 3 };
/** Longer numbers begin a date: 2026. 3. 2. */
const LIST_START = /^(\d{1,3})\.\s$/;
/** Marks around words, not around blanks: names such as __init__ and *p = *q are no formats. */
const TYPED_BOLD = /(?:^|\s)(\*\*([^\s*](?:[^*]*[^\s*])?)\*\*)$/;
const TYPED_STRIKE = /(?:^|\s)(~~([^\s~](?:[^~]*[^\s~])?)~~)$/;

/** Narrows what the nodes and marks accept to what the server stores. */
const CHANGES: Record<string, (given: AnyExtension) => AnyExtension> = {
  heading: (given) =>
    (given as Node).extend({
      parseHTML: () => Object.entries(HEADINGS).map(([tag, level]) => ({ tag, attrs: { level } })),
    }),

  orderedList: (given) =>
    (given as Node).extend({
      addAttributes() {
        const { type } = this.parent?.() ?? {};
        return {
          start: {
            default: 1,
            parseHTML: (list: Element) => readListStart(list.getAttribute('start')),
          },
          type: {
            ...type,
            parseHTML: (list: HTMLElement) => readListType(type?.parseHTML?.(list)),
          },
        };
      },
      addInputRules() {
        return [
          wrappingInputRule({
            find: LIST_START,
            type: this.type,
            getAttributes: ([, start]) => ({ start: Number(start) }),
            joinPredicate: ([, start], { attrs, childCount }) =>
              attrs.type === null && childCount + attrs.start === Number(start),
          }),
        ];
      },
    }),

  codeBlock: (given) =>
    (given as Node).extend({
      addAttributes: () => ({
        language: {
          default: null,
          rendered: false,
          parseHTML: ({ firstElementChild: code }: Element) =>
            [...(code?.classList ?? [])].map(readLanguage).find((name) => name !== null) ?? null,
        },
      }),
      addInputRules() {
        return [/^```([a-z]+)?[\s\n]$/, /^~~~([a-z]+)?[\s\n]$/].map((find) =>
          textblockTypeInputRule({
            find,
            type: this.type,
            getAttributes: ([, name]) => ({ language: readLanguage(`language-${name}`) }),
          }),
        );
      },
    }),

  bold: (given) => typedAs(given as Mark, TYPED_BOLD),
  strike: (given) => typedAs(given as Mark, TYPED_STRIKE),
  italic: (given) => (given as Mark).extend({ addInputRules: () => [] }),

  link: (given) =>
    (given as Mark).extend({
      addProseMirrorPlugins() {
        return [...(this.parent?.() ?? []), trimTypedLinks(this.type)];
      },
      addAttributes: () => ({
        href: {
          default: null,
          parseHTML: (link: Element) =>
            readContactLink(link.getAttribute('href')) ?? link.getAttribute('href'),
        },
        rel: { default: LINK.rel, parseHTML: () => LINK.rel },
        target: { default: LINK.target, parseHTML: () => LINK.target },
      }),
    }),
};

function typedAs(given: Mark, find: RegExp): AnyExtension {
  return given.extend({
    addInputRules() {
      return [markInputRule({ find, type: this.type })];
    },
  });
}

/** Paragraphs, headings, lists, code, links and what is typed in them. */
export const BasicNodes = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map((given) => CHANGES[given.name]?.(given) ?? given);
  },
}).configure({
  heading: { levels: [2, 3] },
  codeBlock: { enableTabIndentation: true },
  link: {
    openOnClick: false,
    autolink: true,
    linkOnPaste: true,
    protocols: ['http', 'https', 'mailto', 'tel'],
    isAllowedUri: (uri) => isSafeLink(uri) || readContactLink(uri) !== null,
    HTMLAttributes: LINK,
  },
  dropcursor: { color: 'var(--color-sea)', width: 2 },
});
