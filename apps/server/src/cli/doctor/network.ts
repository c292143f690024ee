import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { connect, type DetailedPeerCertificate } from 'node:tls';
import { errnoOf, messageOf } from '../../platform/database/errors.ts';
import { isLoopback } from '../../platform/loopback.ts';
import { certificateFault } from '../proofs/certificates.ts';
import { bad, type Finding, ok, skipped, warn } from '../proofs/finding.ts';
import { describeCall, describeFault } from '../proofs/site.ts';
import type { Check, Given } from './given.ts';

const DAY_MS = 86_400_000;
const RENEW_DAYS = 14;
const LAST_DAYS = 3;
const CONNECT_MS = 8_000;
const PRIVATE =
  /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|f[cd]|fe80)/i;

/** Whether the site is meant for other machines. */
const isPublic = ({ env }: Given) => !isLoopback(new URL(env.PUBLIC_URL).hostname);

export const dnsCheck: Check = {
  id: 'dns',
  title: 'DNS',
  async run(given) {
    const { hostname } = new URL(given.env.PUBLIC_URL);
    if (!isPublic(given)) return [skipped('PUBLIC_URL이 이 컴퓨터의 주소입니다.')];
    const found = await given.machine.lookup(hostname).catch(() => []);
    const addresses = found.map(({ address }) => address);
    if (addresses.length === 0) {
      return [
        bad(
          `${hostname}의 주소를 찾지 못했습니다.`,
          'DNS를 맡은 곳에 A 또는 AAAA 레코드를 이 서버로 넣어 달라고 하세요.',
        ),
      ];
    }
    const list = addresses.join(', ');
    if (addresses.every(isLoopback)) {
      return [
        warn(
          `${hostname} → ${list}: 이 서버의 /etc/hosts가 정한 주소입니다. DNS에 있는지는 보지 못했습니다.`,
          `다른 컴퓨터에서 nslookup ${hostname}으로 확인하세요.`,
        ),
      ];
    }
    if (addresses.every((address) => PRIVATE.test(address))) {
      return [
        warn(
          `${hostname} → ${list}: 학교 안에서만 열리는 주소입니다.`,
          '밖에서도 써야 하면 공인 주소를 DNS에 넣어 달라고 하세요.',
        ),
      ];
    }
    const isHere = addresses.some((address) => ownAddresses().includes(address));
    return [ok(`${hostname} → ${list}${isHere ? '' : ' (공유기나 다른 컴퓨터를 거칩니다)'}`)];
  },
};

const ownAddresses = () =>
  Object.values(networkInterfaces()).flatMap((list = []) => list.map(({ address }) => address));

export const tlsCheck: Check = {
  id: 'tls',
  title: '인증서',
  async run({ env, machine, now }) {
    const url = new URL(env.PUBLIC_URL);
    if (url.protocol !== 'https:') return [skipped('PUBLIC_URL이 https가 아닙니다.')];
    try {
      const { certificate, fault } = await lookAtCertificate(url, machine.ca);
      const days = Math.floor((Date.parse(certificate.valid_to) - now.getTime()) / DAY_MS);
      return fault === null ? [describeDays(days)] : [describeFault(fault, url.hostname)];
    } catch (error) {
      return [
        bad(
          `인증서를 볼 수 없습니다: ${messageOf(error)}`,
          '아래 ‘공개 주소’의 할 일을 먼저 보세요.',
        ),
      ];
    }
  },
};

function describeDays(days: number): Finding {
  const todo =
    '자동으로 갱신되는지 보세요. certbot이라면 sudo certbot renew, 아니면 발급한 곳에서 받습니다.';
  if (days < 0) return bad('인증서의 기한이 지났습니다.', todo);
  if (days < LAST_DAYS) return bad(`인증서가 ${days}일 뒤에 끝납니다.`, todo);
  if (days < RENEW_DAYS) return warn(`인증서가 ${days}일 뒤에 끝납니다.`, todo);
  return ok(`인증서가 ${days}일 남았습니다.`);
}

async function lookAtCertificate(url: URL, ca: string | undefined) {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const socket = connect({
    host,
    port: Number(url.port || 443),
    ...(/[a-z]/i.test(host) && !host.includes(':') && { servername: host }),
    ...(ca !== undefined && { ca }),
    // Looked at, not trusted: nothing is sent.
    rejectUnauthorized: false,
    timeout: CONNECT_MS,
  });
  const late = () => socket.destroy(new Error('no response'));
  socket.once('timeout', late);
  try {
    await once(socket, 'secureConnect');
    const certificate: DetailedPeerCertificate = socket.getPeerCertificate(true);
    const error = socket.authorizationError as Error | string | null;
    const code = typeof error === 'string' ? error : errnoOf(error);
    const text = error instanceof Error ? error.message : '';
    return { certificate, fault: error ? (certificateFault(code, text) ?? 'issuer') : null };
  } finally {
    socket.destroy();
  }
}

export const addressCheck: Check = {
  id: 'address',
  title: '공개 주소',
  async run(given) {
    if (!isPublic(given)) return [skipped('PUBLIC_URL이 이 컴퓨터의 주소입니다.')];
    const call = await given.site;
    if (call === null) return [skipped('서버를 한 번도 시작하지 않아 확인할 비밀 값이 없습니다.')];
    return describeCall(call, given.env);
  },
};

export const serverCheck: Check = {
  id: 'server',
  title: '서버',
  async run({ env, program }) {
    const host = env.HOST === '0.0.0.0' ? '127.0.0.1' : env.HOST === '::' ? '::1' : env.HOST;
    const url = `http://${host.includes(':') ? `[${host}]` : host}:${env.PORT}/api/health`;
    const signal = AbortSignal.timeout(CONNECT_MS);
    const response = await fetch(url, { signal }).catch(() => null);
    const body = (await response?.json().catch(() => null)) as Health | null | undefined;
    if (typeof body?.status !== 'string') {
      return [
        bad(
          `${env.PORT}번 포트에서 나루가 대답하지 않습니다.`,
          'systemctl status naru와 journalctl -u naru를 보고 시작하세요.',
        ),
      ];
    }
    return [describeHealth(body), ...describeVersion(body, program)];
  },
};

interface Health {
  status: string;
  version?: string;
  commit?: string | null;
  engines?: { name: string; state: string }[];
}

function describeHealth({ status, engines = [] }: Health): Finding {
  const down = engines.filter(({ state }) => state === 'down').map(({ name }) => name);
  const todo = '관리자 › 서버 상태와 journalctl -u naru를 보세요.';
  if (status !== 'ok')
    return bad(`서버가 준비되지 않았습니다(${down.join(', ') || status}).`, todo);
  if (down.length > 0) return warn(`서버는 켜져 있지만 이상이 있습니다(${down.join(', ')}).`, todo);
  return ok('서버가 켜져 있고 모두 정상입니다.');
}

function describeVersion({ version, commit = null }: Health, program: Given['program']): Finding[] {
  const isSame = version === program.version && (commit === null || commit === program.commit);
  if (isSame) return [];
  return [
    warn(
      `켜져 있는 서버(${version} ${commit ?? ''})가 이 폴더의 프로그램(${program.version} ${program.commit ?? ''})과 다릅니다.`,
      '업데이트를 마치지 않았다면 npm run upgrade를 다시 실행하고, 아니면 서버를 다시 시작하세요.',
    ),
  ];
}
