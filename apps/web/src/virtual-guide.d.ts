declare module 'virtual:guide' {
  /** The pages of `docs/guide`, as the build renders them; `README` is their start. */
  export const GUIDE: readonly { name: string; title: string; html: string }[];
}
