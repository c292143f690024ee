import type { PreviewFailure } from '../lib/file-preview.ts';
import type { CodePart } from '../ui/code/parts.ts';

/** A file as the reader has it: parts that are asked for when they come into view. */
export interface Opened {
  parts: readonly PartSize[];
  /** Says that only the beginning is shown. */
  note?: string;
}

export interface PartSize {
  /** Estimated, in CSS pixels. */
  height: number;
  /** Of a page, whose size is known. */
  width?: number;
}

export type Output =
  | { type: 'text'; text: string; isError: boolean }
  /** A picture as an address of data. */
  | { type: 'picture'; src: string }
  /** Only the texts of its tables are shown. */
  | { type: 'tables'; html: string; text: string }
  | { type: 'prose'; html: string };

export type Part =
  | { type: 'code'; first: number; parts: readonly CodePart[] }
  | {
      type: 'rows';
      title: string | null;
      first: number;
      rows: readonly (readonly string[])[];
      widths: readonly number[];
    }
  | { type: 'prose'; html: string }
  | { type: 'cell'; count: string; code: readonly CodePart[]; outputs: readonly Output[] }
  | { type: 'page'; svg: string };

export type ReaderRequest =
  | { do: 'load'; kind: string }
  | { do: 'open'; kind: string; ending: string; bytes: ArrayBuffer; font: ArrayBuffer | null }
  | { do: 'part'; at: number };

export type ReaderResponse =
  | { loaded: true }
  | { opened: Opened }
  | { part: Part }
  | { failed: PreviewFailure };

/** What a reader of one format returns. */
export interface ReadFile extends Opened {
  partAt(at: number): Part;
}

/** A file that cannot be shown, and why. */
export class UnreadableError extends Error {
  readonly reason: PreviewFailure;

  constructor(reason: PreviewFailure) {
    super(reason);
    this.reason = reason;
  }
}
