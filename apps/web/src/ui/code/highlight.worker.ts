import { type CodeRequest, partsOf } from './parts.ts';

addEventListener('message', ({ data }: MessageEvent<CodeRequest>) => postMessage(partsOf(data)));
postMessage('ready');
