import { type LinkedIdentity, OIDC_LIMITS, type ProviderSignUp } from '@naru/contract/oidc';
import type { OidcSettings } from '../../config/env.oidc.ts';
import type { Tx } from '../../db/client.ts';
import { findEnabledAt } from '../../domain/access/second-factors.repo.ts';
import type { Emit } from '../../domain/live/live.ts';
import type { Actor } from '../../platform/actor.ts';
import type { CampusNetworks } from '../../platform/campus-networks.ts';
import { toKst } from '../../platform/clock.ts';
import { hasDomain } from '../../platform/email/email.ts';
import type { EmailNames } from '../../platform/email/email-template.ts';
import { AppError } from '../../platform/errors.ts';
import type { Limit } from '../../platform/rates.ts';
import { randomToken, sha256 } from '../../platform/secrets.ts';
import { report } from '../../platform/security-events.ts';
import type { Visit } from '../../platform/visit.ts';
import type { SecondFactorService } from '../second-factor/second-factor.service.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import type { Tools } from '../tools.ts';
import { createOidcEmails } from './oidc.emails.ts';
import { type Claims, claimsOfPerson, numberOf, personOf } from './oidc.person.ts';
import { createProvider, type Returned } from './oidc.provider.ts';
import {
  deleteAllLinked,
  deleteLinked,
  findEmail,
  findLinked,
  hasAccount,
  hasLinked,
  insertLinked,
  isWaiting,
  listLinked,
  updateLastUse,
} from './oidc.repo.ts';
import { type Browser, createStates, createTickets } from './oidc.states.ts';

/** Visits that one network address begins. */
const NETWORK_LIMIT: Limit = { max: 300, seconds: 600 };
const { signUpSeconds } = OIDC_LIMITS;

type UsedTools = 'db' | 'clock' | 'throttle' | 'live' | 'notifications' | 'emailQueue' | 'log';

interface Deps extends Pick<Tools, UsedTools> {
  /** Null: this site has no provider. */
  settings: OidcSettings | null;
  emailNames: EmailNames;
  campus: CampusNetworks;
  /** Newest first. */
  secrets: readonly string[];
  /** Domains that may sign up; empty for any. */
  signupDomains: readonly string[];
  sessions: Pick<SessionsService, 'proof' | 'getOwner' | 'secondStep'>;
  secondFactor: Pick<SecondFactorService, 'withCodeIfOn'>;
}

export type OidcService = ReturnType<typeof createOidcService>;

interface Entered {
  login: Awaited<ReturnType<SessionsService['login']>> | null;
  signUp: ProviderSignUp | null;
}

/** Sign-in by the operator's provider, and the links between its accounts and those of this site. */
export function createOidcService(deps: Deps) {
  const { db, clock, live, log, settings, secrets, sessions, secondFactor } = deps;
  const { emailQueue, notifications } = deps;
  const { publicUrl } = deps.emailNames;
  const emails = createOidcEmails(deps.emailNames);
  const states = createStates({ ...deps, publicUrl });
  const redirectUri = `${publicUrl}/login/provider`;
  const on = settings && {
    settings,
    issuer: settings.issuer.replace(/\/+$/, ''),
    provider: createProvider({ settings, redirectUri, log, campus: deps.campus }),
  };
  const issuer = on?.issuer ?? '';
  const tickets = createTickets({ clock, secrets, issuer });

  return {
    /** Binds visits of the provider to their browser. */
    cookie: states.cookie,

    /** The page of the provider; throws OIDC_OFF, OIDC_UNAVAILABLE, TOO_MANY_REQUESTS. */
    async beginLogin(flow: string | null, address: string): Promise<{ url: string; flow: string }> {
      const { provider } = requireOn();
      const limit = deps.campus.limitFor(address, NETWORK_LIMIT);
      await deps.throttle.hit(db, `provider from ${address}`, limit, 'TOO_MANY_REQUESTS');
      const own = flow ?? randomToken();
      const expected = states.make({ purpose: 'login', flow: own, sessionId: '' });
      return { url: await provider.addressFor(expected, { again: false, address }), flow: own };
    },

    /**
     * Logs in the member whom the identity opens, or says how to sign up; neither for somebody whose account
     * is not linked. Throws OIDC_OFF, OIDC_UNAVAILABLE, OIDC_REFUSED, SECOND_STEP_REQUIRED,
     * SECOND_STEP_EXPIRED, ACCOUNT_SUSPENDED, SIGN_UP_WAITING, DEMO_LOCAL_ONLY.
     */
    async login(returned: Returned, flow: string | null, visit: Visit): Promise<Entered> {
      const { provider, settings } = requireOn();
      const own = flow ?? '';
      const visitor = { purpose: 'login', flow: own, sessionId: '' } as const;
      const expected = await states.take(returned.state, visitor);
      const { subject, claims } = await provider.arrive(returned, expected, {
        again: false,
        address: visit.address,
      });
      const linked = await findLinked(db, { issuer, subject });
      if (linked === null) {
        const signUp = await offer(subject, await claims(claimsOfPerson(settings)), own);
        return { login: null, signUp };
      }
      const { memberId } = linked;
      const login = await sessions.secondStep.enterAlone(memberId, visit, async (tx, member) => {
        // The member is locked: what happened meanwhile counts.
        const still = await findLinked(tx, { issuer, subject });
        if (still?.memberId !== memberId) return new AppError('OIDC_REFUSED');
        await updateLastUse(tx, still.id, clock.now());
        if ((await findEnabledAt(tx, memberId)) === null) return null;
        return sessions.secondStep.ask(member, member.passwordHash);
      });
      return { login, signUp: null };
    },

    /** Lists only identities of the configured provider: those of a former one cannot log in. */
    async list({ memberId }: Actor): Promise<{ identities: LinkedIdentity[] }> {
      const rows = await listLinked(db, memberId, issuer);
      const identities = rows.map(({ id, createdAt, lastUsedAt }) => ({
        id,
        linkedAt: toKst(createdAt),
        lastUsedAt: lastUsedAt === null ? null : toKst(lastUsedAt),
      }));
      return { identities };
    },

    /**
     * The page of the provider, which asks for its password again: somebody else may be signed in there.
     * Throws OIDC_OFF, OIDC_UNAVAILABLE, REAUTH_REQUIRED, IDENTITY_TAKEN.
     */
    async begin(actor: Actor, { flow, address }: Browser) {
      const { provider } = requireOn();
      const own = flow ?? randomToken();
      const { sessionId, memberId } = actor;
      await db.transaction(async (tx) => {
        await sessions.proof.require(tx, actor);
        await refuseSecond(tx, memberId);
      });
      const expected = states.make({ purpose: 'link', flow: own, sessionId });
      return { url: await provider.addressFor(expected, { again: true, address }), flow: own };
    },

    /**
     * The code of the second factor is checked before the way back is used up, and used up with the link alone.
     * Throws OIDC_OFF, OIDC_UNAVAILABLE, OIDC_REFUSED, REAUTH_REQUIRED, CODE_INCORRECT, LOGIN_THROTTLED,
     * IDENTITY_TAKEN.
     */
    async link(
      actor: Actor,
      { factorCode, ...returned }: Returned & { factorCode?: string | undefined },
      { flow, address }: Browser,
    ): Promise<void> {
      const { provider, settings } = requireOn();
      const { memberId, sessionId } = actor;
      const use = { code: factorCode, at: clock.now() };
      await secondFactor.withCodeIfOn(actor, { ...use, isTrial: true }, async () => undefined);
      const visitor = { purpose: 'link', flow: flow ?? '', sessionId } as const;
      const expected = await states.take(returned.state, visitor);
      const { subject, claims } = await provider.arrive(returned, expected, {
        again: true,
        address,
      });
      if (settings.numberClaim !== null) {
        const number = numberOf(await claims([settings.numberClaim]), settings);
        const { username } = await sessions.getOwner(actor);
        refuseWithoutNumber(settings, number);
        if (number !== username) throw otherNumber();
      }
      await secondFactor.withCodeIfOn(actor, use, async (tx, emit) => {
        await refuseSecond(tx, memberId);
        await insert(tx, memberId, subject);
        await notify(tx, emit, memberId, 'identityLinked');
      });
      report(log, 'identity linked', { memberId });
    },

    /** The password stays a way in: every member has one. Throws REAUTH_REQUIRED, IDENTITY_NOT_FOUND. */
    async unlink(actor: Actor, id: number): Promise<void> {
      const { memberId } = actor;
      await live.transaction(async (tx, emit) => {
        await sessions.proof.require(tx, actor);
        if (!(await deleteLinked(tx, memberId, id))) throw new AppError('IDENTITY_NOT_FOUND');
        await notify(tx, emit, memberId, 'identityUnlinked');
      });
      report(log, 'identity unlinked', { memberId });
    },

    /**
     * Ends all links in the transaction of a password reset, where they may be somebody else's way in, and says
     * whether there were any.
     */
    async unlinkAll(tx: Tx, emit: Emit, memberId: number): Promise<boolean> {
      if (!(await deleteAllLinked(tx, memberId))) return false;
      const facts = { kind: 'identityUnlinked', facts: null, to: [memberId] } as const;
      await notifications.notify(tx, emit, facts);
      return true;
    },

    /** For the sign-up of somebody whom the provider vouches for. */
    newcomers: {
      /** Throws OIDC_REFUSED for a ticket that is over, forged or of another browser. */
      read(ticket: string, flow: string | null) {
        const newcomer = on === null ? null : tickets.read(ticket, flow ?? '');
        if (newcomer !== null) return newcomer;
        throw new AppError('OIDC_REFUSED', {
          message:
            '학교 로그인의 확인이 30분이 지나 끝났습니다. 이메일 인증으로 이어서 가입하고, 가입한 뒤 계정 설정에서 연결해 주세요.',
        });
      },

      /**
       * Uses up the ticket in the transaction of the sign-up, which gives it back when it fails. Throws
       * OIDC_REFUSED for a used one.
       */
      async use(tx: Tx, ticket: string): Promise<void> {
        const key = `ticket ${sha256(ticket).toString('base64url')}`;
        await deps.throttle.hit(tx, key, { max: 1, seconds: signUpSeconds }, 'OIDC_REFUSED');
      },

      /** Links in the transaction of the sign-up. Throws IDENTITY_TAKEN. */
      link: insert,
    },
  };

  function requireOn() {
    if (on === null) throw new AppError('OIDC_OFF');
    return on;
  }

  /** Null when the person has an account: only who proves it may link it. */
  async function offer(
    subject: string,
    claims: Claims,
    flow: string,
  ): Promise<ProviderSignUp | null> {
    const { settings } = requireOn();
    const { username, name, email, provenEmail } = personOf(claims, settings);
    refuseWithoutNumber(settings, username);
    if (await hasAccount(db, { username, email: provenEmail })) return null;
    if (provenEmail !== null && (await isWaiting(db, provenEmail))) {
      throw new AppError('SIGN_UP_WAITING');
    }
    const mayJoin = email !== null && hasDomain(email, deps.signupDomains, true);
    const isEmailProven = mayJoin && provenEmail !== null;
    const ticket = tickets.make({ subject, email: isEmailProven ? email : null, username }, flow);
    return { ticket, username, name, email: mayJoin ? email : null, isEmailProven };
  }

  async function refuseSecond(tx: Tx, memberId: number): Promise<void> {
    if (!(await hasLinked(tx, memberId, issuer))) return;
    throw new AppError('IDENTITY_TAKEN', {
      message: '이미 연결된 계정이 있습니다. 바꾸려면 먼저 그 연결을 해제해 주세요.',
    });
  }

  async function insert(tx: Tx, memberId: number, subject: string): Promise<void> {
    const values = { issuer, subject, memberId, createdAt: clock.now() };
    if (!(await insertLinked(tx, values))) throw new AppError('IDENTITY_TAKEN');
  }

  async function notify(
    tx: Tx,
    emit: Emit,
    memberId: number,
    kind: 'identityLinked' | 'identityUnlinked',
  ): Promise<void> {
    const name = on?.settings.name ?? '학교 로그인';
    const to = await findEmail(tx, memberId);
    const email = kind === 'identityLinked' ? emails.linked(to, name) : emails.unlinked(to, name);
    await emailQueue.enqueue(tx, email);
    await notifications.notify(tx, emit, { kind, facts: null, to: [memberId] });
  }
}

/** The browser can leave the scope of the claim out of the address, so a missing number is no number. */
function refuseWithoutNumber({ numberClaim }: OidcSettings, number: string | null): void {
  if (numberClaim === null || number !== null) return;
  throw new AppError('OIDC_REFUSED', {
    message:
      '학교 로그인에서 학번(교번)을 받지 못했습니다. 학교 로그인 화면에서 정보 제공에 동의하고, 그래도 안 되면 학번(교번)과 비밀번호를 써 주세요.',
  });
}

function otherNumber(): AppError {
  return new AppError('OIDC_REFUSED', {
    message:
      '학교 로그인의 학번(교번)이 이 계정의 학번(교번)과 다릅니다. 본인의 계정으로 다시 시도해 주세요.',
  });
}
