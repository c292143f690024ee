const WHITE_SPACE = /([ \t\r\n\f]+)/;
const LINE_BREAK = /[\r\n\f]/;

/** Text without anything but white space. */
export const isWhite = (text: string): boolean => !/[^ \t\r\n\f]/.test(text);

/**
 * The tags and texts of one block. A run of white space with a line break becomes one space, and nothing at
 * the edges of the block, beside `br` and beside other white space; spaces and tabs alone stay.
 */
export function createLine() {
  const parts: string[] = [];
  const open: string[] = [];
  let hasContent = false;
  let isAfterSpace = true;
  /** Place of a space that is dropped unless text without white space follows. */
  let formatting: number | null = null;

  function dropFormatting(): void {
    if (formatting !== null) parts[formatting] = '';
    formatting = null;
  }

  function addSpace(space: string): void {
    if (!LINE_BREAK.test(space)) {
      dropFormatting();
      parts.push(space);
      isAfterSpace = true;
    } else if (!isAfterSpace && formatting === null) formatting = parts.push(' ') - 1;
  }

  function add(part: string): void {
    parts.push(part);
    hasContent = true;
    isAfterSpace = false;
    formatting = null;
  }

  return {
    add,

    addText(text: string): void {
      for (const part of text.split(WHITE_SPACE)) {
        if (part === '') continue;
        if (isWhite(part)) addSpace(part);
        else add(part);
      }
    },

    addBreak(tag: string): void {
      dropFormatting();
      add(tag);
      isAfterSpace = true;
    },

    open(tag: string, name: string): void {
      parts.push(tag);
      open.push(name);
    },

    /** Does nothing for an element that was opened in an earlier line. */
    close(): void {
      const name = open.pop();
      if (name !== undefined) parts.push(`</${name}>`);
    },

    hasContent: () => hasContent,

    /** The whole line, with all elements closed. */
    end(): string {
      dropFormatting();
      return (
        parts.join('') +
        open
          .map((name) => `</${name}>`)
          .reverse()
          .join('')
      );
    },
  };
}

export type Line = ReturnType<typeof createLine>;
