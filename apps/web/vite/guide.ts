import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { Marked, type Tokens } from 'marked';
import sharp from 'sharp';
import type { Plugin } from 'vite';

const FOLDER = join(import.meta.dirname, '../../../docs/guide');
const MODULE = 'virtual:guide';
const PICTURE = 'virtual:guide-picture/';

/** The anchor that GitHub and the site give a heading. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** A page of the guide as the app gets it; `html` has the addresses of its pictures. */
interface Page {
  name: string;
  title: string;
  html: string;
}

/** `staff.md#a` as an address of the site; null for a file that no installation serves. */
function addressOf(href: string): string | null {
  const [path = '', anchor] = href.split('#');
  const hash = anchor === undefined ? '' : `#${anchor}`;
  if (path === '') return hash;
  const [, name] = /^([\w-]+)\.md$/.exec(path) ?? [];
  if (name === undefined || !existsSync(join(FOLDER, path))) return null;
  return name === 'README' ? `/guide${hash}` : `/guide/${name}${hash}`;
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

type Pictures = ReadonlyMap<string, { width: number; height: number; mark: string }>;

function createMarked(pictures: Pictures): Marked {
  return new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = escapeHtml(anchorOf(text));
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      // It scrolls on narrow screens, also by keys.
      code({ text }) {
        return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        if (/^https?:/.test(href)) return `<a href="${escapeHtml(href)}">${text}</a>`;
        const address = addressOf(href);
        if (address !== null) return `<a href="${escapeHtml(address)}">${text}</a>`;
        const [file = ''] = posix.join('docs/guide', href).split('#');
        return `${text} (설치 폴더의 <code>${escapeHtml(file)}</code>)`;
      },
      image({ href, text }) {
        const picture = pictures.get(href);
        // Before its first picture was taken; the test of the guides refuses it.
        if (!picture) return escapeHtml(text);
        const { width, height, mark } = picture;
        return `<img src="${mark}" alt="${escapeHtml(text)}" width="${width}" height="${height}" loading="lazy">`;
      },
      table(token: Tokens.Table) {
        const cells = (row: Tokens.TableCell[], tag: string) =>
          row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('');
        const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('');
        const head = `<thead><tr>${cells(token.header, 'th')}</tr></thead>`;
        return `<div class="table-scroll" tabindex="0"><table>${head}<tbody>${rows}</tbody></table></div>`;
      },
      // The guide is Markdown alone.
      html: ({ text }) => escapeHtml(text),
    },
  });
}

/** Pictures show whole screens: at most this large, in CSS pixels. */
const MAX_WIDTH = 720;
const MAX_HEIGHT = 544;

/** The size at which a picture is shown; the page keeps it free before the picture is there. */
function fit(width: number, height: number) {
  const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

async function measure(names: readonly string[]) {
  const entries = names.map(async (name, at) => {
    const { width, height } = await sharp(join(FOLDER, 'images', name)).metadata();
    return [`images/${name}`, { ...fit(width, height), mark: `%PICTURE${at}%` }] as const;
  });
  return new Map(await Promise.all(entries));
}

function renderPage(file: string, marked: Marked): Page {
  const text = readFileSync(join(FOLDER, file), 'utf8');
  const [, title = ''] = /^# (.+)$/m.exec(text) ?? [];
  const body = marked.parse(text.replace(/^# .+$/m, ''), { async: false });
  return { name: file.replace(/\.md$/, ''), title, html: body };
}

/**
 * The guides of `docs/guide` as the module `virtual:guide`, rendered by the build: an installation
 * shows them without a network and without a renderer in the browser.
 */
export const guide: Plugin = {
  name: 'guide',
  resolveId(id) {
    if (id === MODULE) return `\0${MODULE}`;
    return id.startsWith(PICTURE) ? join(FOLDER, 'images', id.slice(PICTURE.length)) : undefined;
  },
  async load(id) {
    if (id !== `\0${MODULE}`) return undefined;
    const names = readdirSync(join(FOLDER, 'images')).sort();
    const marked = createMarked(await measure(names));
    const pages = readdirSync(FOLDER)
      .filter((file) => file.endsWith('.md'))
      .map((file) => renderPage(file, marked));
    for (const { name } of pages) this.addWatchFile(join(FOLDER, `${name}.md`));
    const imports = names.map(
      (name, at) => `import picture${at} from ${JSON.stringify(PICTURE + name)};`,
    );
    const addresses = `[${names.map((_, at) => `picture${at}`).join(', ')}]`;
    return [
      ...imports,
      `const addresses = ${addresses};`,
      'const fill = (html) => html.replace(/%PICTURE(\\d+)%/g, (_, at) => addresses[at]);',
      `export const GUIDE = ${JSON.stringify(pages)}.map((page) => ({ ...page, html: fill(page.html) }));`,
    ].join('\n');
  },
};
