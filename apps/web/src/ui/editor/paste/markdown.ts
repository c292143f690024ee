import { Marked, type TokenizerAndRendererExtension, type Tokens } from 'marked';

/** A formula between the marks that chat assistants and note apps write. */
const FORMULA =
  /^(?:\$\$([^$]{1,2000})\$\$|\\\[([\s\S]{1,2000}?)\\\]|\\\(([^\n]{1,2000}?)\\\)|\$([^\s$](?:[^$\n]{0,500}[^\s$\\])?)\$(?!\d))/;
const LOOKS_LIKE_MATHS = /[A-Za-z\\^_=+]/;

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const formula: TokenizerAndRendererExtension = {
  name: 'formula',
  level: 'inline',
  start: (source) => source.search(/\$|\\[[(]/),
  tokenizer: (source) => {
    const [raw = '', dollars, brackets, parentheses, single] = FORMULA.exec(source) ?? [];
    const latex = (dollars ?? brackets ?? parentheses ?? single ?? '').trim();
    if (latex === '' || (single !== undefined && !LOOKS_LIKE_MATHS.test(single))) return undefined;
    const kind = dollars === undefined && brackets === undefined ? 'inline' : 'block';
    return { type: 'formula', raw, latex, kind };
  },
  renderer: ({ latex, kind }: Tokens.Generic) =>
    `<span data-formula="${kind}">${escapeHtml(String(latex))}</span>`,
};

/** Lines stay lines, as in the messengers and chats that most Markdown comes from. */
const marked = new Marked({ gfm: true, breaks: true, extensions: [formula] });

/** HTML of a text in Markdown, not sanitised. */
export function htmlOfMarkdown(markdown: string): string {
  return marked.parse(markdown, { async: false });
}
