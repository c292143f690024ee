/** What the headers of a video file say. */
export interface VideoFacts {
  hasPicture: boolean;
  /** Null when the file does not say. */
  seconds: number | null;
}

/** Throws for a file that ends within what it announces. */
export type ReadBytes = (position: number, length: number) => Promise<Buffer>;
