const NAME_MAX = 40;
const TITLE_MAX = 40;
/** Parts of addresses that name no board. */
const GENERAL =
  /^(?:www|m|ac|kr|co|or|go|com|net|org|edu|bbs|board|boards|index|list|view|do|php|html?|jsp|asp|aspx|artcllist|subview|page|sub|kor|ko|web|site|community|select\w*list|\d)$/i;
const BY_TYPE: Record<string, string> = {
  'menu-table': '식단',
  'menu-csv': '식단',
  'date-table': '학사일정',
  ics: '학사일정',
};

/** Suggests the title on the screen and the name in the database, which no other source has. */
export function namesFor(
  { url, title, type }: { url: string; title: string; type: string },
  others: readonly { name: string }[],
): { name: string; title: string } {
  const { hostname, pathname, searchParams } = new URL(url);
  const board = ['bo_table', 'mid'].map((name) => searchParams.get(name)).find((value) => value);
  const path = decoded(pathname)
    .split(/[/.]/)
    .filter((part) => /^[\w-]+$/.test(part) && !GENERAL.test(part));
  const host = hostname
    .split('.')
    .filter((part) => !GENERAL.test(part))
    .slice(0, 2);
  const parts = [...new Set([...host, board ?? path.at(-1) ?? type])];
  const shown = title.trim() || (BY_TYPE[type] ?? `${host[0] ?? hostname} 공지`);
  return { name: unused(slugOf(parts.join('-')), others), title: shown.slice(0, TITLE_MAX).trim() };
}

function slugOf(text: string): string {
  const slug = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return slug.slice(0, NAME_MAX - 4).replace(/-+$/, '') || 'source';
}

function unused(slug: string, others: readonly { name: string }[]): string {
  const taken = new Set(others.map(({ name }) => name));
  let name = slug;
  for (let count = 2; taken.has(name); count += 1) name = `${slug}-${count}`;
  return name;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
