/** The smallest MP4 that passes: `seconds` in the movie header, one track of the given kind. */
export function makeMp4(seconds: number, { kind = 'vide', brand = 'isom' } = {}): Buffer {
  const header = Buffer.alloc(100);
  header.writeUInt32BE(1000, 12);
  header.writeUInt32BE(seconds * 1000, 16);
  const handler = Buffer.alloc(24);
  handler.write(kind, 8, 'latin1');
  const track = box('trak', box('mdia', box('hdlr', handler)));
  return Buffer.concat([
    box('ftyp', Buffer.concat([Buffer.from(brand), Buffer.alloc(4), Buffer.from('mp42')])),
    box('free', Buffer.alloc(40)),
    box('moov', Buffer.concat([box('mvhd', header), track])),
    box('mdat', Buffer.alloc(4000, 7)),
  ]);
}

function box(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

/**
 * A WebM file. `recorded`: as browsers record it, without a duration and with elements of unknown
 * size, of which the last block ends at `seconds`.
 */
export function makeWebm(seconds: number, { recorded = false, docType = 'webm' } = {}): Buffer {
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE(seconds * 1000);
  const info = element(
    '1549a966',
    Buffer.concat([
      element('2ad7b1', Buffer.from('0f4240', 'hex')),
      recorded ? Buffer.alloc(0) : element('4489', duration),
    ]),
  );
  const tracks = element('1654ae6b', element('ae', element('83', Buffer.from([1]))));
  const time = Buffer.alloc(4);
  time.writeUInt32BE(seconds * 1000 - 40);
  const cluster = Buffer.concat([
    element('e7', time),
    element('a3', Buffer.from('810028800000', 'hex')),
    element('ec', Buffer.alloc(2000)),
  ]);
  const segment = Buffer.concat([info, tracks, element('1f43b675', cluster, recorded)]);
  return Buffer.concat([
    element('1a45dfa3', element('4282', Buffer.from(docType))),
    element('18538067', segment, recorded),
  ]);
}

function element(id: string, body: Buffer, isUnknown = false): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(body.length, 4);
  size[0] = 1;
  const unknown = Buffer.from('01ffffffffffffff', 'hex');
  return Buffer.concat([Buffer.from(id, 'hex'), isUnknown ? unknown : size, body]);
}
