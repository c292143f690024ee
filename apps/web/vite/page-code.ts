import type { Plugin } from 'vite';

/** Pages that are often opened by their address, and the chunk of each (`chunks.ts`). */
const PAGES = { 'list-code': 'lists', 'post-code': 'posts', 'login-code': 'login-page' };

/**
 * Lists for `public/start.js` the files that a page needs besides those of the first page, so that they
 * come along with these: only the build knows their names.
 */
export const pageCode: Plugin = {
  name: 'page-code',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      // Chunks may import each other.
      const withImports = (file: string, found = new Set<string>()): Set<string> => {
        if (found.has(file)) return found;
        found.add(file);
        const chunk = chunks.find(({ fileName }) => fileName === file);
        for (const name of chunk?.imports ?? []) withImports(name, found);
        return found;
      };
      const filesOf = (name: string) => {
        const chunk = chunks.find((one) => one.name === name);
        if (!chunk) throw new Error(`no chunk is called ${name}`);
        return [...withImports(chunk.fileName)].filter((file) => !html.includes(file));
      };
      const data = Object.entries(PAGES).map(([attribute, name]) => {
        const files = filesOf(name).map((file) => `/${file}`);
        return ` data-${attribute}="${files.join(' ')}"`;
      });
      return html.replace('<script src="/start.js"', (tag) => tag + data.join(''));
    },
  },
};
