/** In the chunk of the libraries (`vite/chunks.ts`), so that they run before the app, in a task of their own. */
export { createRoot } from 'react-dom/client';
