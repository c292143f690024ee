import { createEmailChange } from './credentials.email.ts';
import { createJoin } from './credentials.join.ts';
import { createNicknameChange } from './credentials.nickname.ts';
import { createPasswordChange } from './credentials.password.ts';
import { createReset } from './credentials.reset.ts';
import { createPasswordPolicy } from './password-policy.ts';

type Deps = Omit<
  Parameters<typeof createJoin>[0] &
    Parameters<typeof createReset>[0] &
    Parameters<typeof createPasswordChange>[0],
  'policy'
> &
  Parameters<typeof createEmailChange>[0] & {
    /** Names of the university and the department, which no password may contain. */
    institutionNames: readonly string[];
  };

export type CredentialsService = ReturnType<typeof createCredentialsService>;

/** Sign-up, password, e-mail address and nickname. */
export function createCredentialsService({ institutionNames, ...deps }: Deps) {
  const policy = createPasswordPolicy(institutionNames);
  return {
    signup: createJoin({ ...deps, policy }),
    reset: createReset({ ...deps, policy }),
    changePassword: createPasswordChange({ ...deps, policy }),
    changeEmail: createEmailChange(deps),
    changeNickname: createNicknameChange(deps),
  };
}
