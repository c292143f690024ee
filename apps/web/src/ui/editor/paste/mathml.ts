/** Depth from which on a formula is read as text. */
const DEEPEST = 60;

/** Characters that LaTeX reads as commands. */
const ESCAPED: Record<string, string> = {
  ...{ '{': '\\{', '}': '\\}', '%': '\\%', '#': '\\#', '&': '\\&', $: '\\$', _: '\\_' },
  ...{ '\\': '\\backslash ', '~': '\\sim ', '^': '\\hat{}' },
};
/** Signs for which KaTeX has a command but no character, and those that it would set in another way. */
const COMMANDS: Record<string, string> = {
  ...{ '−': '-', '∗': '*', '′': "'", '…': '\\ldots ', '⋯': '\\cdots ', '∑': '\\sum ' },
  ...{ '∏': '\\prod ', '∫': '\\int ', '⋅': '\\cdot ', '×': '\\times ', '÷': '\\div ' },
  ...{ '≤': '\\le ', '≥': '\\ge ', '≠': '\\ne ', '≈': '\\approx ', '∞': '\\infty ' },
  ...{ '→': '\\to ', '←': '\\gets ', '⇒': '\\Rightarrow ', '⇔': '\\Leftrightarrow ' },
  ...{ '∈': '\\in ', '∉': '\\notin ', '∂': '\\partial ', '∇': '\\nabla ', '±': '\\pm ' },
  // Invisible signs of multiplication, functions and separation.
  ...{ '\u2061': '', '\u2062': '', '\u2063': '', '\u2064': '' },
};
const ACCENTS: Record<string, string> = {
  ...{ '^': '\\hat', ˆ: '\\hat', '¯': '\\bar', '‾': '\\overline', '~': '\\tilde', '˜': '\\tilde' },
  ...{ '→': '\\vec', '⃗': '\\vec', '.': '\\dot', '˙': '\\dot', '¨': '\\ddot' },
};
const FUNCTIONS =
  /^(?:sin|cos|tan|cot|sec|csc|sinh|cosh|tanh|arcsin|arccos|arctan|log|ln|exp|lim|max|min|sup|inf|det|dim|ker|gcd|deg|arg)$/;

/** LaTeX of a formula in MathML. Elements that it does not know stand for what is in them. */
export function latexOf(element: Element, depth = 0): string {
  if (depth > DEEPEST) return textOf(element);
  const parts = [...element.children]
    .filter(({ tagName }) => !/^annotation/i.test(tagName))
    .map((child) => () => latexOf(child, depth + 1));
  const part = (at: number) => parts[at]?.() ?? '';
  const all = () => parts.map((read) => read()).join('');
  const write = ELEMENTS[element.tagName.toLowerCase()];
  if (write) return write(part, element, all);
  return parts.length === 0 ? textOf(element) : all();
}

type Write = (part: (at: number) => string, element: Element, all: () => string) => string;

const ELEMENTS: Record<string, Write> = {
  mi: (_, element) => identifier(element.textContent?.trim() ?? ''),
  mn: (_, element) => textOf(element),
  mo: (_, element) => textOf(element),
  mtext: (_, element) => {
    const text = element.textContent ?? '';
    return text.trim() === '' ? '\\ ' : `\\text{${text.replace(/[\\{}$%#&_^~]/g, ' ')}}`;
  },
  mspace: () => '\\ ',
  mfrac: (part, element) =>
    element.getAttribute('linethickness')?.startsWith('0')
      ? `{${part(0)} \\atop ${part(1)}}`
      : `\\frac{${part(0)}}{${part(1)}}`,
  msqrt: (_, __, all) => `\\sqrt{${all()}}`,
  mroot: (part) => `\\sqrt[${part(1)}]{${part(0)}}`,
  msup: (part) => `${group(part(0))}^{${part(1)}}`,
  msub: (part) => `${group(part(0))}_{${part(1)}}`,
  msubsup: (part) => `${group(part(0))}_{${part(1)}}^{${part(2)}}`,
  munder: (part) => below(part(0), part(1)),
  mover: (part, element) => {
    const sign = element.children[1]?.textContent?.trim() ?? '';
    return ACCENTS[sign] ? `${ACCENTS[sign]}{${part(0)}}` : above(part(0), part(1));
  },
  munderover: (part) => `${group(part(0))}_{${part(1)}}^{${part(2)}}`,
  mfenced: (_, element) => {
    const { open = '(', close = ')' } = fences(element);
    return `${open}${[...element.children].map((child) => latexOf(child)).join(',')}${close}`;
  },
  mtable: (_, __, all) => `\\begin{matrix}${all().replace(/\\\\\s*$/, '')}\\end{matrix}`,
  mtr: (_, element) => `${[...element.children].map((child) => latexOf(child)).join(' & ')} \\\\ `,
  mphantom: () => '',
};

function fences(element: Element): { open?: string; close?: string } {
  const open = element.getAttribute('open');
  const close = element.getAttribute('close');
  return {
    ...(open !== null && { open: escaped(open) }),
    ...(close !== null && { close: escaped(close) }),
  };
}

const LARGE = /^\\(?:sum|prod|int|lim|max|min|sup|inf)\b/;

function below(base: string, under: string): string {
  return LARGE.test(base) ? `${base.trim()}_{${under}}` : `\\underset{${under}}{${base}}`;
}

function above(base: string, over: string): string {
  return LARGE.test(base) ? `${base.trim()}^{${over}}` : `\\overset{${over}}{${base}}`;
}

function group(base: string): string {
  return [...base].length === 1 || /^\\[A-Za-z]+ ?$/.test(base) ? base.trim() : `{${base}}`;
}

function identifier(name: string): string {
  if (FUNCTIONS.test(name)) return `\\${name} `;
  return [...name].length > 1 ? `\\mathrm{${escaped(name)}}` : escaped(name);
}

function textOf(element: Element): string {
  return escaped(element.textContent?.trim() ?? '');
}

function escaped(text: string): string {
  return [...text].map((sign) => COMMANDS[sign] ?? ESCAPED[sign] ?? sign).join('');
}
