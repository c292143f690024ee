/** A run of white space with a line break. Looking behind makes it linear: each run is tried once. */
const BREAKS = /(?<![ \t])[ \t]*[\r\n\f][ \t\r\n\f]*/g;
const SPACES = new Set([' ', '\t']);

/** Text without anything but white space. */
export const isWhite = (text: string): boolean => !/[^ \t\r\n\f]/.test(text);

/**
 * The tags and texts of one block. A run of white space with a line break becomes one space, and nothing at
 * the edges of the block, beside `br` and beside other white space; spaces and tabs alone stay.
 */
export class Line {
  readonly #parts: string[] = [];
  readonly #open: string[] = [];
  #isAfterSpace = true;
  /** Place of a space that is dropped unless text without white space follows. */
  #formatting = -1;
  #hasContent = false;

  get hasContent(): boolean {
    return this.#hasContent;
  }

  add(part: string): void {
    this.#parts.push(part);
    this.#hasContent = true;
    this.#isAfterSpace = false;
    this.#formatting = -1;
  }

  addText(text: string): void {
    const broken = text.replace(BREAKS, '\n');
    const end = broken.length > 1 && broken.endsWith('\n') ? -1 : broken.length;
    const start = broken.startsWith('\n') ? 1 : 0;
    const inside = broken.slice(start, end).replaceAll('\n', ' ');
    if (start > 0) this.#addFormatting();
    if (inside !== '') this.#addSpaced(inside);
    if (end < 0) this.#addFormatting();
  }

  addBreak(tag: string): void {
    this.#dropFormatting();
    this.add(tag);
    this.#isAfterSpace = true;
  }

  open(tag: string, name: string): void {
    this.#parts.push(tag);
    this.#open.push(name);
  }

  /** Does nothing for an element that was opened in an earlier line. */
  close(): void {
    const name = this.#open.pop();
    if (name !== undefined) this.#parts.push(`</${name}>`);
  }

  /** The whole line, with all elements closed. */
  end(): string {
    this.#dropFormatting();
    const ends = this.#open.map((name) => `</${name}>`).reverse();
    return this.#parts.concat(ends).join('');
  }

  #addFormatting(): void {
    if (!this.#isAfterSpace && this.#formatting < 0) this.#formatting = this.#parts.push(' ') - 1;
  }

  #dropFormatting(): void {
    if (this.#formatting >= 0) this.#parts[this.#formatting] = '';
    this.#formatting = -1;
  }

  /** Text without line breaks. */
  #addSpaced(text: string): void {
    if (SPACES.has(text[0] ?? '')) this.#dropFormatting();
    if (isWhite(text)) this.#parts.push(text);
    else this.add(text);
    this.#isAfterSpace = SPACES.has(text.at(-1) ?? '');
  }
}
