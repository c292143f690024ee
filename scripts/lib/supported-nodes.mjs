/**
 * Releases that `npm run test:node` tests: the oldest supported one, then the newest of each later
 * line.
 */
export const SUPPORTED_NODES = ['20.19.6', '22.23.3', '24.21.0', '26.10.0'];
