import type { Plugin } from 'vite';

/** Pages that are often opened by their address, and the chunk of each (`chunks.ts`). */
const PAGES = { 'list-code': 'lists', 'post-code': 'posts' };

/**
 * Tells `public/start.js` which files a page needs besides those of the first page, so that they
 * come along with these: only the build knows their names.
 */
export const pageCode: Plugin = {
  name: 'page-code',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const withImports = (file: string): string[] => {
        const chunk = chunks.find(({ fileName }) => fileName === file);
        return [file, ...(chunk?.imports ?? []).flatMap(withImports)];
      };
      const filesOf = (name: string) => {
        const chunk = chunks.find((one) => one.name === name);
        if (!chunk) throw new Error(`no chunk is called ${name}`);
        return new Set(withImports(chunk.fileName).filter((file) => !html.includes(file)));
      };
      const data = Object.entries(PAGES).map(([attribute, name]) => {
        const files = [...filesOf(name)].map((file) => `/${file}`);
        return ` data-${attribute}="${files.join(' ')}"`;
      });
      return html.replace('<script src="/start.js"', (tag) => tag + data.join(''));
    },
  },
};
