import type { NostrEvent } from '@hornets/contract'
import type { Clock } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/logger'
import type { AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import type { SecretBox } from '../settings/secret-box.ts'
import { Accounts } from './accounts.ts'
import { authorizeBy, authorizeWalletBy } from './call-guard.ts'
import { SignInLimiter, type SignInLimits } from './limits.ts'
import { OwnPassword } from './own-password.ts'
import { PasswordHasher } from './password.ts'
import { ProfileService } from './profile/service.ts'
import { Sessions } from './sessions.ts'
import { SetupToken } from './setup-token.ts'
import { SignIn } from './sign-in.ts'
import { stepUpBy } from './step-up.ts'
import { Tickets } from './two-factor/tickets.ts'
import { TwoFactor } from './two-factor/two-factor.ts'

export interface AccountPartsOptions {
  readonly dataDir: string
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly box: SecretBox
  readonly limits: SignInLimits
  /** Is the id the hash of the event, and the signature its author's? */
  readonly isGenuine: (event: NostrEvent) => boolean
  readonly now: Clock
  readonly logger: Logger
}

/** Builds what knows admins: their accounts, how they sign in, and what they do with their own account. */
export async function openAccounts(options: AccountPartsOptions) {
  const { dataDir, database, audit, now, logger, isGenuine, limits, box } = options
  const sessions = new Sessions({ database, audit, now, logger })
  const onError = (err: unknown) => logger.error({ err }, 'a part did not hear of a changed account')
  const setupToken = await SetupToken.open(dataDir)
  const limiter = new SignInLimiter(limits, now)
  const passwords = await PasswordHasher.create()
  const accounts = await Accounts.open({ database, audit, passwords, setupToken, limiter, now, onError })
  const onChanged = () => undefined
  const tickets = new Tickets(now)
  const twoFactor = new TwoFactor({ database, audit, box, limiter, tickets, now, onChanged })
  const signIn = new SignIn({ database, audit, sessions, passwords, limiter, twoFactor, tickets, isGenuine, now })
  const ownPassword = new OwnPassword({ database, audit, sessions, passwords, limiter, onChanged })
  const profile = new ProfileService({ database })
  const requireFreshPassword = stepUpBy(now)
  const authorize = authorizeBy(audit, requireFreshPassword)
  const authorizeWallet = authorizeWalletBy(audit, requireFreshPassword)
  return {
    accounts,
    sessions,
    setupToken,
    passwords,
    signIn,
    twoFactor,
    ownPassword,
    profile,
    requireFreshPassword,
    authorize,
    authorizeWallet,
  }
}
