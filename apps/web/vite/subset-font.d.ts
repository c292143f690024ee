declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2';
    /** OpenType features that stay, all by default. */
    keepFeatures?: string[];
    /** Records of the name table that stay besides the names of the font. */
    preserveNameIds?: number[];
    variationAxes?: Record<string, { min: number; max: number }>;
  }
  /** The font with only the characters of `text`. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
