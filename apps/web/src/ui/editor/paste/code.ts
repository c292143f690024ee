import { CODE_LANGUAGES, type CodeLanguage } from '@naru/contract/formats';
import { keepsSpaces, styleOf } from './css.ts';

/** Names of languages beside our own, as sites and editors write them. */
const ALIASES: Record<string, CodeLanguage> = {
  ...{ py: 'python', python3: 'python', ipython: 'python', rscript: 'r', 'c++': 'cpp' },
  ...{ js: 'javascript', jsx: 'javascript', javascriptreact: 'javascript', node: 'javascript' },
  ...{ ts: 'typescript', tsx: 'typescript', typescriptreact: 'typescript', mysql: 'sql' },
  ...{ sh: 'bash', shell: 'bash', zsh: 'bash', console: 'bash', shellscript: 'bash' },
  ...{ html: 'xml', vue: 'xml', svg: 'xml', yml: 'yaml', md: 'markdown', jsonc: 'json' },
  ...{ scss: 'css', postgresql: 'sql', plsql: 'sql' },
};
/** Labels of code whose language we do not colour. */
const OTHERS =
  /^(?:코드|code|plain ?text|text|c#|csharp|go|golang|rust|kotlin|swift|php|ruby|dart|scala|powershell|dockerfile|docker|diff|latex|tex|lua|perl|haskell|graphql|toml|ini|makefile|mermaid)$/i;
const IN_CLASS = /(?:^|\s)(?:language-|lang-|highlight-source-|brush:\s?)([\w+#]{1,20})/i;
/** Classes beside which a class is the name of a language. */
const HIGHLIGHTED = /(?:^|\s)(?:hljs|highlight|sourceCode)(?:\s|$)/;
const COPY =
  /^(?:copy(?: code| to clipboard)?|copied!?|복사|복사하기|복사됨|코드 복사|edit|편집|run|실행|download|다운로드|wrap|펼치기|접기|\s)*$/i;
const MONOSPACE =
  /font-family:[^;]*(?:monospace|consolas|courier|menlo|monaco|d2coding|jetbrains|cascadia|fira code|source code)/i;
const GUTTERS =
  '.lineno,.linenos,.linenumber,.linenumbers,.line-number,.line-numbers,.line-numbers-rows,.gutter,.rouge-gutter,.lnt,.ln,.hljs-ln-numbers,.blob-num,.react-line-number,.react-code-line-number,button,select,clipboard-copy,[role="button"],style';
const LINE = /^(?:DIV|P|LI|TR|OL|UL|TABLE|TBODY)$/;
const LINE_CLASS = /(?:^|\s)(?:line|code-line|view-line|CodeMirror-line)(?:\s|$)/;
/** How far the box of a code block with its label and button is looked for. */
const CLIMB = 5;
const LABEL_MAX = 60;

/** Our name of a language; undefined for what is no name, and null for one that we do not colour. */
export function languageOf(name: string): CodeLanguage | null | undefined {
  const plain = name.trim().toLowerCase();
  if (Object.hasOwn(CODE_LANGUAGES, plain)) return plain as CodeLanguage;
  if (Object.hasOwn(ALIASES, plain)) return ALIASES[plain];
  const byLabel = Object.entries(CODE_LANGUAGES).find(([, label]) => label.toLowerCase() === plain);
  if (byLabel) return byLabel[0] as CodeLanguage;
  return OTHERS.test(plain) ? null : undefined;
}

/** Each block of code becomes one `pre > code`, without numbers of lines, label and buttons. */
export function convertCode(body: HTMLElement): void {
  for (const table of body.querySelectorAll('table')) convertTable(table);
  for (const element of body.querySelectorAll('div[style],p[style],code')) {
    if (element.closest('pre') || !body.contains(element) || !isCodeBox(element)) continue;
    element.replaceWith(createBlock(textOf(element), languageIn(element)));
  }
  for (const pre of body.querySelectorAll('pre')) {
    if (!body.contains(pre) || pre.parentElement?.closest('pre')) continue;
    convertPre(pre, body);
  }
}

/** Sites that number lines put them and the code into the cells of a table. */
function convertTable(table: HTMLTableElement): void {
  const numbers = table.querySelector(
    'td.gutter,td.lineno,td.linenos,td.blob-num,td.rouge-gutter,td.hljs-ln-numbers,td.lntd',
  );
  if (numbers === null || numbers.closest('table') !== table) return;
  const code = textOf(table);
  if (code.trim() !== '') table.replaceWith(createBlock(code, languageIn(table)));
}

/** Code of an editor, or of a page that shows it without `pre`. */
function isCodeBox(element: Element): boolean {
  if (element.tagName !== 'CODE')
    return (
      MONOSPACE.test(styleOf(element)) && /white-space:\s*pre\s*(?:;|$)/i.test(styleOf(element))
    );
  return (
    (keepsSpaces(element) && /\n./.test(element.textContent ?? '')) ||
    element.querySelector('br,div') !== null
  );
}

function convertPre(pre: HTMLPreElement, body: HTMLElement): void {
  const codes = pre.querySelectorAll('code');
  const root = (codes.length === 1 && codes[0]) || pre;
  const inside = root === pre ? '' : textBeside(pre, root);
  const { box, labels } = boxOf(pre, body);
  const language = languageIn(root) ?? [inside, ...labels].map(languageOf).find(Boolean) ?? null;
  box.replaceWith(createBlock(textOf(root), language));
}

/** The element that has nothing but the code and labels of it, which a bar above it may be as well. */
function boxOf(pre: Element, body: Element): { box: Element; labels: string[] } {
  const labels: string[] = [];
  let box = pre;
  for (let up = 0; up < CLIMB; up += 1) {
    const parent = box.parentElement;
    if (parent === null || parent === body || !isBox(parent)) break;
    const label = textBeside(parent, box);
    if (label !== '' && languageOf(label) === undefined) break;
    labels.push(label);
    box = parent;
  }
  const bar = box.previousElementSibling;
  if (bar !== null && isBar(bar)) {
    labels.push(wordsOf(bar));
    bar.remove();
  }
  return { box, labels };
}

/** A line above a block of code with a label and a button. */
function isBar(element: Element): boolean {
  if (!/^(?:DIV|HEADER)$/.test(element.tagName) || element.querySelector('button') === null)
    return false;
  return languageOf(wordsOf(element)) !== undefined;
}

/** An element that may be the box of one block of code, with a bar above it. */
function isBox(element: Element): boolean {
  if (!/^(?:DIV|FIGURE|SECTION|SPAN|PRE)$/.test(element.tagName)) return false;
  return element.childElementCount <= 4 && element.querySelectorAll('pre').length <= 1;
}

/** The text of the box outside the code, without buttons; one that is no label is too long or has blocks. */
function textBeside(box: Element, code: Element): string {
  const parts = [...box.childNodes].map((child) => {
    if (child === code) return '';
    if (child.contains(code)) return textBeside(child as Element, code);
    const isText = child instanceof Element && child.querySelector('p,h1,h2,h3,li,td,img') !== null;
    return isText ? '\n' : wordsOf(child);
  });
  const text = parts.filter((part) => part !== '').join(' ');
  return text.length > LABEL_MAX ? '\n' : text;
}

/** The text of a label, part by part, without those of buttons. */
function wordsOf(node: Node): string {
  const text = node.textContent?.trim() ?? '';
  if (COPY.test(text)) return '';
  if (!(node instanceof Element) || node.childElementCount === 0) return text;
  if (text.length > LABEL_MAX) return '\n';
  return [...node.childNodes]
    .map(wordsOf)
    .filter((part) => part !== '')
    .join(' ');
}

function languageIn(element: Element): CodeLanguage | null {
  let at: Element | null =
    element.querySelector('[class*="language-"],[class*="lang-"]') ?? element;
  for (let up = 0; at !== null && up < 4; up += 1, at = at.parentElement) {
    const language = namesOf(at).map(languageOf).find(Boolean);
    if (language) return language;
  }
  return null;
}

/** What may be the name of a language in the attributes of an element. */
function namesOf(element: Element): string[] {
  const classes = element.getAttribute('class') ?? '';
  return [
    element.getAttribute('data-language') ?? element.getAttribute('data-lang') ?? '',
    IN_CLASS.exec(classes)?.[1] ?? '',
    ...(HIGHLIGHTED.test(classes) ? classes.split(/\s+/) : []),
  ];
}

export function createBlock(code: string, language: CodeLanguage | null): HTMLPreElement {
  const block = document.createElement('pre');
  const inner = block.appendChild(document.createElement('code'));
  if (language !== null) inner.className = `language-${language}`;
  inner.textContent = code
    .replace(/[\u200B\uFEFF]/g, '')
    .replace(/\u00A0/g, ' ')
    .replace(/\n+$/, '');
  return block;
}

interface Lines {
  text: string;
  /** The line has ended, and nothing stands behind it yet. */
  isDue: boolean;
}

/** The text of code line by line, however its lines are made. */
function textOf(root: Element): string {
  const lines = { text: '', isDue: false };
  for (const child of root.childNodes) addNode(lines, child, root);
  return lines.text;
}

function addNode(lines: Lines, node: Node, root: Element): void {
  if (node instanceof Text) addText(lines, node);
  if (!(node instanceof Element) || node.matches(GUTTERS)) return;
  if (node.tagName === 'BR') {
    addBreak(lines, node, root);
    return;
  }
  const isOwnLine = isLine(node);
  if (isOwnLine && (lines.isDue || (lines.text !== '' && !lines.text.endsWith('\n')))) {
    lines.text += '\n';
    lines.isDue = false;
  }
  for (const child of node.childNodes) addNode(lines, child, root);
  if (isOwnLine) lines.isDue = true;
}

function addText(lines: Lines, node: Text): void {
  const text = node.data.replace(/\r\n?/g, '\n');
  const isBetweenCells = /^T(?:ABLE|BODY|R)$/.test(node.parentElement?.tagName ?? '');
  if (text === '' || isBetweenCells) return;
  if (lines.isDue && !text.startsWith('\n')) lines.text += '\n';
  lines.isDue = false;
  lines.text += text;
}

function addBreak(lines: Lines, node: Element, root: Element): void {
  const parent = node.parentElement;
  // The last one of a line only gives an empty line its height.
  if (node.nextSibling === null && parent !== root && isLine(parent)) return;
  // Behind a line that is no block it only ends that line.
  if (lines.isDue && node.previousSibling?.nodeName !== 'SPAN') lines.text += '\n';
  lines.isDue = false;
  lines.text += '\n';
}

function isLine(element: Element | null): boolean {
  return (
    element !== null &&
    (LINE.test(element.tagName) || LINE_CLASS.test(element.getAttribute('class') ?? ''))
  );
}
