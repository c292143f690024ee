/** Releases of `npm run test:node`: the oldest supported, then the newest of each line. */
export const SUPPORTED_NODES = ['20.19.6', '22.23.3', '24.21.0', '26.10.0'];
