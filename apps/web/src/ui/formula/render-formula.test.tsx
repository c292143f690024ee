import fc from 'fast-check';
import katex from 'katex';
import { describe, expect, it } from 'vitest';
import { renderFormula } from './render-formula.ts';

const ELEMENTS_MAX = 5000;
const DEPTH_MAX = 600;

function set(latex: string, room?: number) {
  const element = document.createElement('span');
  const count = renderFormula(element, latex, true, room);
  return { element, count };
}

/** As KaTeX alone sets it. */
function asBefore(latex: string): string {
  const element = document.createElement('span');
  const options = { displayMode: true, throwOnError: false, errorColor: 'var(--color-buoy)' };
  katex.render(latex, element, { ...options, strict: 'ignore', maxExpand: 200, maxSize: 20 });
  return element.innerHTML;
}

function depthOf(element: Element): number {
  let level: Element[] = [element];
  let depth = 0;
  for (; level.length > 0; depth += 1) level = level.flatMap((one) => [...one.children]);
  return depth;
}

const nested = (open: string, close: string, times: number) =>
  `${open.repeat(times)}x${close.repeat(times)}`;

describe('renderFormula', () => {
  it.each([
    ['a macro with a long text', `\\def\\a{${'x'.repeat(900)}}${'\\a'.repeat(195)}`],
    ['a short source', `\\def\\a{${'x'.repeat(270)}}${'\\a'.repeat(195)}`],
    ['an argument used often', `\\def\\a#1{${'#1'.repeat(400)}}\\a{${'x'.repeat(1000)}}`],
    ['an argument that doubles', '\\def\\a#1{\\a{#1#1}}\\a{x}'],
    ['macros of macros', `\\newcommand\\a{${'x'.repeat(99)}}\\def\\b{${'\\a'.repeat(99)}}\\b\\b`],
    ['a matrix with a thousand cells', `\\begin{matrix}${'1&'.repeat(950)}\\end{matrix}`],
    ['a diagram', `\\begin{CD}${'@>>>A'.repeat(380)}\\end{CD}`],
    ['many indices', 'a_1'.repeat(666)],
    ['many accents', '\\vec x'.repeat(333)],
    ['fractions in each other', nested('\\frac1{', '}', 240)],
    ['powers in each other', nested('x^{', '}', 480)],
    ['roots in each other', nested('\\sqrt{', '}', 250)],
    ['colours in each other', '\\color{red}'.repeat(180)],
    ['a long source', 'x'.repeat(2001)],
    ['rows far apart', '\\def\\arraystretch{1e30}\\begin{matrix}a\\\\b\\end{matrix}'],
    ['boxes raised in each other', nested('\\raisebox{20em}{$', '$}', 11)],
    ['boxes lowered', '\\raisebox{-9999em}{x}'],
    ['many tall rows', `\\begin{matrix}${'a\\\\[20em]'.repeat(11)}\\end{matrix}`],
  ])('shows the source of a formula with %s [HTML-25]', (_, latex) => {
    const { element, count } = set(latex);
    expect(count).toBe(0);
    expect(element.children).toHaveLength(0);
    expect(element.textContent).toBe(latex);
  });

  it.each([
    'E = mc^2',
    '\\int_0^\\infty e^{-x^2}\\,dx = \\frac{\\sqrt{\\pi}}{2}',
    `\\begin{bmatrix}${'a_{11} & b^2 & \\frac12 & 0 & 1 & x & y & z & 3 & 4 \\\\'.repeat(10)}\\end{bmatrix}`,
    `\\def\\arraystretch{3}\\begin{matrix}${'\\int & \\sum \\\\'.repeat(40)}\\end{matrix}`,
    `\\begin{aligned}${'f(x) &= \\sum_{i=1}^n \\alpha_i x^i + \\beta \\\\'.repeat(25)}\\end{aligned}`,
    '\\newcommand{\\R}{\\mathbb{R}}\\newcommand{\\norm}[2]{\\left\\lVert #1 \\right\\rVert_{#2}}\\norm{x}{2}, x \\in \\R^n',
    '\\def\\swap#1,#2.{(#2, #1)}\\swap a,b. \\edef\\c{\\swap 1,2.}\\c',
    '\\def\\f#1{\\def\\g##1{#1+##1}\\g2}\\f1',
    '\\let\\old\\alpha {\\def\\alpha{a}\\alpha} \\old \\alpha',
    '\\gdef\\a{1}\\renewcommand\\a{2}\\providecommand\\a{3}\\a',
    '1+\\frac1{1+\\frac1{1+\\frac1{1+\\frac1{1+\\frac1{1+\\frac1x}}}}}',
    '\\underbrace{a+\\cdots+a}_{n} \\xrightarrow[b]{a} \\boxed{c} \\tag{1}',
    '\\frac{1',
    '\\nothing',
    '\\def\\x{\\x}\\x',
  ])('sets %j exactly as KaTeX does [HTML-25]', (latex) => {
    const { element, count } = set(latex);
    expect(element.innerHTML).toBe(asBefore(latex));
    expect(count).toBeGreaterThan(0);
  });

  it('survives a formula at which KaTeX fails [HTML-25]', () => {
    expect(() => asBefore('\\def\\a#1{#2}\\a1')).toThrow(TypeError);
    expect(set('\\def\\a#1{#2}\\a1').element.textContent).toContain('2');
  });

  it('shows the source of a formula for which the post has no room [HTML-25]', () => {
    expect(set('x^2', 5).element.innerHTML).toBe('x^2');
    expect(set('x^2', 50).count).toBe(set('x^2').element.querySelectorAll('*').length);
  });

  it('bounds what formulas with macros of their own make [HTML-25]', () => {
    const names = fc.constantFrom('\\a', '\\b', '\\c');
    const words = fc.constantFrom(
      'x',
      '1',
      '#1',
      '{',
      '}',
      '\\frac',
      '^',
      '_',
      '&',
      '\\\\',
      '\\sqrt',
    );
    const body = fc.array(fc.oneof(words, names), { maxLength: 12 }).map((all) => all.join(' '));
    const repeated = fc
      .tuple(body, fc.integer({ min: 1, max: 300 }))
      .map(([text, times]) => text.repeat(times).slice(0, 900));
    const define = fc
      .tuple(fc.constantFrom('\\def', '\\gdef', '\\edef', '\\long\\def'), names, repeated)
      .map(([how, name, text]) => `${how}${name}#1{${text}}`);
    const call = fc
      .tuple(names, repeated, fc.integer({ min: 1, max: 200 }))
      .map(([name, text, times]) => `${name}{${text}}`.repeat(times));
    const formula = fc
      .tuple(fc.array(define, { minLength: 1, maxLength: 4 }), fc.array(call, { maxLength: 3 }))
      .map(([definitions, calls]) => [...definitions, ...calls].join('').slice(0, 2000));
    fc.assert(
      fc.property(formula, (latex) => {
        const { element } = set(latex);
        expect(element.querySelectorAll('*').length).toBeLessThanOrEqual(ELEMENTS_MAX);
        expect(depthOf(element)).toBeLessThanOrEqual(DEPTH_MAX);
        expect(element.textContent).not.toBe('');
      }),
      { numRuns: 150 },
    );
  }, 60_000);
});
