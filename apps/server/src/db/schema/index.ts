export * from './auth.ts';
export * from './boards.ts';
export * from './comments.ts';
export * from './files.ts';
export * from './members.ts';
export * from './platform.ts';
export * from './posts.ts';
