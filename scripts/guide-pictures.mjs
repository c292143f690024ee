import './lib/require-node.mjs';

const { takeGuidePictures } = await import('./lib/guide-pictures.mjs');
const { exitWith } = await import('./lib/progress.mjs');

await takeGuidePictures(process.argv.slice(2)).catch(exitWith);
