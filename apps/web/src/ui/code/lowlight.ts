import type { CodeLanguage } from '@naru/contract/formats';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import css from 'highlight.js/lib/languages/css';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import markdown from 'highlight.js/lib/languages/markdown';
import matlab from 'highlight.js/lib/languages/matlab';
import python from 'highlight.js/lib/languages/python';
import r from 'highlight.js/lib/languages/r';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight, type LanguageFn } from 'lowlight';

const GRAMMARS: Record<CodeLanguage, LanguageFn> = {
  ...{ bash, c, cpp, css, java, javascript, json, markdown, matlab, python, r, sql },
  ...{ typescript, xml, yaml },
};

/** Longer code stays plain, because highlighting would hold up the page. */
export const CODE_MAX = 20_000;

const all = createLowlight(GRAMMARS);
const plain = (value: string) => ({
  type: 'root' as const,
  children: [{ type: 'text' as const, value }],
});

/** Highlights code of a known language; never guesses one. */
export const lowlight = {
  ...all,
  highlight: (language: string, code: string) =>
    code.length > CODE_MAX ? plain(code) : all.highlight(language, code),
  highlightAuto: plain,
};
