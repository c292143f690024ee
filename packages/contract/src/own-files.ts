import * as z from 'zod/mini';

interface FileField {
  holds: 'address' | 'html';
  /** The type of the object around it with which it does; a plain text otherwise. */
  ofType?: string;
}

/** Fields with the address of a file of this site, or with HTML that shows its pictures. */
export const fileFields = z.registry<FileField>();

export const fileAddress = z.string().register(fileFields, { holds: 'address' });

/** Sanitised HTML. */
export const postHtml = z.string().register(fileFields, { holds: 'html' });

/** Sanitised HTML of a post, or the text of something else. */
export const contentOfType = z.string().register(fileFields, { holds: 'html', ofType: 'POST' });
