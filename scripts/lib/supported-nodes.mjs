/** Releases that `npm run test:node` tries: the oldest supported one, then each newer line's newest. */
export const SUPPORTED_NODES = ['20.19.6', '22.23.3', '24.21.0', '26.10.0'];
