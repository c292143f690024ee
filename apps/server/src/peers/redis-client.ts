import { createClient, defineScript } from '@redis/client';

/** How long opening a connection may take, without the first commands. */
const CONNECT_MS = 700;

/** Adds 1 to a window, which begins with its first request; returns its count and milliseconds left. */
const count = defineScript({
  NUMBER_OF_KEYS: 1,
  SCRIPT: `
    local current = redis.call('INCR', KEYS[1])
    local left = redis.call('PTTL', KEYS[1])
    if left < 0 then
      redis.call('PEXPIRE', KEYS[1], ARGV[1])
      left = tonumber(ARGV[1])
    end
    return {current, left}`,
  parseCommand(parser, key: string, windowMs: number) {
    parser.pushKey(key);
    parser.push(String(windowMs));
  },
  transformReply: undefined as unknown as () => [current: number, left: number],
});

/**
 * Stores how many seats this server needs for a member; returns 0 and stores nothing if all servers together would
 * have more than allowed. Removes the seats of servers whose lease has expired.
 */
const takeSeats = defineScript({
  NUMBER_OF_KEYS: 1,
  SCRIPT: `
    local taken = tonumber(ARGV[3])
    local seats = redis.call('HGETALL', KEYS[1])
    for i = 1, #seats, 2 do
      if seats[i] ~= ARGV[2] then
        if redis.call('EXISTS', ARGV[1] .. seats[i]) == 1 then
          taken = taken + tonumber(seats[i + 1])
        else
          redis.call('HDEL', KEYS[1], seats[i])
        end
      end
    end
    if taken > tonumber(ARGV[4]) then return 0 end
    redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
    redis.call('PEXPIRE', KEYS[1], ARGV[5])
    return 1`,
  parseCommand(parser, key: string, seats: SeatsOfServer & { leases: string; max: number }) {
    parser.pushKey(key);
    parser.push(seats.leases, seats.server, String(seats.count));
    parser.push(String(seats.max), String(seats.ttlMs));
  },
  transformReply: undefined as unknown as () => 0 | 1,
});

/** Stores how many seats this server has for a member. */
const storeSeats = defineScript({
  NUMBER_OF_KEYS: 1,
  SCRIPT: `
    if ARGV[2] == '0' then return redis.call('HDEL', KEYS[1], ARGV[1]) end
    redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
    return redis.call('PEXPIRE', KEYS[1], ARGV[3])`,
  parseCommand(parser, key: string, { server, count: seats, ttlMs }: SeatsOfServer) {
    parser.pushKey(key);
    parser.push(server, String(seats), String(ttlMs));
  },
  transformReply: undefined as unknown as () => number,
});

interface SeatsOfServer {
  server: string;
  count: number;
  /** How long the seats are stored without a change. */
  ttlMs: number;
}

export type RedisClient = ReturnType<typeof createRedisClient>;

/**
 * A client for one connection, which it never reopens: commands fail at once when there is no connection. Loading
 * the library takes 0.15 s and 18 MB, so only a server with Redis imports this file.
 */
export function createRedisClient(url: string) {
  return createClient({
    url,
    name: 'naru',
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    // The caller limits the time of every command, including one already sent.
    commandOptions: { timeout: 0 },
    socket: { connectTimeout: CONNECT_MS, reconnectStrategy: false },
    scripts: { count, takeSeats, storeSeats },
  });
}
