import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/*
 * Slow clients in a thread of their own. Each place of a kind is a connection, opened again when the server
 * closes it; a message ends all, and the reply has for each kind the milliseconds until its connections were closed.
 */
const DRIP_MS = 1_000;
/** Connections per loopback address, for limits that count by address. */
const PER_ADDRESS = 50;
/** They come one after the other, so that they do not end all at once either. */
const OPEN_MS = 10_000;

const { port, kinds } = workerData;
const open = new Map();
let opened = 0;

function addressOf(index) {
  const address = Math.floor(index / PER_ADDRESS);
  return `127.0.${1 + (address >> 7)}.${1 + (address & 127)}`;
}

function openOne(kind, place) {
  const localAddress = addressOf(opened++ % 2_000);
  const socket = connect({ host: '127.0.0.1', port, localAddress });
  const client = { kind, socket, openedAt: null };
  open.set(socket, client);
  socket.on('connect', () => {
    client.openedAt = performance.now();
    socket.write(kind.heads[place % kind.heads.length]);
  });
  socket.on('error', () => undefined);
  if (kind.reads) socket.resume();
  else socket.pause();
  socket.on('close', () => {
    if (!open.delete(socket)) return;
    if (client.openedAt === null) kind.refused += 1;
    else kind.times.push(performance.now() - client.openedAt);
    setTimeout(() => openOne(kind, place), Math.random() * DRIP_MS);
  });
}

/** What a client sends also shows one that does not read that its connection has ended. */
setInterval(() => {
  for (const { kind, socket, openedAt } of open.values()) {
    if (kind.drip !== '' && openedAt !== null && socket.writable) socket.write(kind.drip);
  }
}, DRIP_MS);

parentPort.once('message', () => {
  const now = performance.now();
  const found = kinds.map((kind) => {
    const left = [...open.values()].filter((one) => one.kind === kind && one.openedAt !== null);
    const oldest = Math.max(0, ...left.map(({ openedAt }) => now - openedAt));
    return { name: kind.name, times: kind.times, refused: kind.refused, oldest };
  });
  parentPort.postMessage({ found });
  process.exit();
});

for (const kind of kinds) Object.assign(kind, { times: [], refused: 0 });
await Promise.all(
  kinds.map(async (kind) => {
    for (let place = 0; place < kind.count; place += 1) {
      openOne(kind, place);
      await delay(OPEN_MS / kind.count);
    }
  }),
);
parentPort.postMessage({ isOpen: true });
