export interface CatalogueEntry {
  /** Of the response. */
  status: number;
  /** For members, in Korean: what happened and what to do next. */
  message: string;
}

export function entry(status: number, message: string): CatalogueEntry {
  return { status, message };
}
