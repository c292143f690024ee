import type { S3Client } from './s3-client.ts';
import { tagOf } from './s3-errors.ts';

export interface ListedName {
  name: string;
  size: number;
  modifiedAt: Date;
}

/** Lists the objects whose names begin with `prefix`, a thousand at a time. Throws StorageError. */
export async function* listNames(client: S3Client, prefix: string): AsyncGenerator<ListedName> {
  for (let token = ''; ; ) {
    const page = await client.text({
      method: 'GET',
      name: '',
      query: { 'list-type': '2', prefix, ...(token !== '' && { 'continuation-token': token }) },
    });
    for (const [, entry = ''] of page.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
      yield {
        name: tagOf(entry, 'Key'),
        size: Number(tagOf(entry, 'Size')),
        modifiedAt: new Date(tagOf(entry, 'LastModified')),
      };
    }
    token = tagOf(page, 'NextContinuationToken');
    if (token === '') return;
  }
}
