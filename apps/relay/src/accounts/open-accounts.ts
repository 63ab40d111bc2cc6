import type { NostrEvent } from '@hornets/contract'
import type { Clock } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import type { AuditLog } from '../audit/audit-log.ts'
import type { Bus } from '../bus/bus.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import type { SecretBox } from '../database/secret-box.ts'
import type { Mails } from '../mail/mails.ts'
import { Accounts } from './accounts.ts'
import { Admins } from './admins/admins.ts'
import { Invitations } from './admins/invitations.ts'
import { SignInLimiter, type SignInLimits } from './limits.ts'
import { Notices } from './notices.ts'
import { OwnPassword } from './password/own-password.ts'
import { type PasswordCost, PasswordHasher } from './password/password.ts'
import { ProfileService } from './profile/profile-service.ts'
import { CodeTries } from './recovery/code-tries.ts'
import { EmailVerification } from './recovery/email-verification.ts'
import { MailCodes } from './recovery/mail-codes.ts'
import { Recovery } from './recovery/recovery.ts'
import { RecoveryHandles } from './recovery/recovery-handles.ts'
import { authorizeBy, authorizeWalletBy, requireRoleBy } from './sessions/call-guard.ts'
import { Sessions } from './sessions/sessions.ts'
import { stepUpBy } from './sessions/step-up.ts'
import { SetupToken } from './setup-token.ts'
import { SignIn } from './sign-in/sign-in.ts'
import { Tickets } from './two-factor/tickets.ts'
import { TwoFactor } from './two-factor/two-factor.ts'

export interface AccountPartsOptions {
  readonly dataDir: string
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly box: SecretBox
  readonly mails: Mails
  readonly bus: Bus
  readonly limits: SignInLimits
  readonly passwordCost: PasswordCost
  readonly isGenuine: (event: NostrEvent) => boolean
  readonly canRestore: boolean
  readonly relayName: () => string
  /** Where clients reach the relay; undefined if it does not know. */
  readonly relayAddress: () => string | undefined
  readonly asksPasswordAgain: boolean
  readonly now: Clock
  readonly logger: Logger
}

export async function openAccounts(options: AccountPartsOptions) {
  const { dataDir, database, audit, now, logger, isGenuine, limits, box, mails, canRestore, relayName } = options
  const sessions = new Sessions({ database, audit, now, logger })
  const onError = (err: unknown) => logger.error({ err }, 'a listener failed on a changed account')
  const setupToken = await SetupToken.open(dataDir)
  const limiter = new SignInLimiter(limits, now)
  const passwords = new PasswordHasher(options.passwordCost)
  const notices = new Notices({ database, mails, bus: options.bus, now })
  const requireFreshPassword = options.asksPasswordAgain ? stepUpBy(now) : () => undefined
  const invitations = new Invitations({ database, audit, mails, now })
  const claiming = { passwords, setupToken, limiter, invitations, hasMail: () => mails.isOn, canRestore, relayName }
  const accounts = await Accounts.open({ database, audit, now, onError, ...claiming })
  const admins = new Admins({ database, audit, sessions, notices, onChange: () => accounts.tellChange() })
  const tickets = new Tickets(now)
  const twoFactor = new TwoFactor({ database, audit, box, limiter, tickets, notices, now })
  const entering = { database, audit, sessions, passwords, limiter, notices }
  const { relayAddress } = options
  const signIn = new SignIn({ ...entering, twoFactor, tickets, isGenuine, relayAddress, now })
  const ownPassword = new OwnPassword(entering)
  const profile = new ProfileService({ database, audit, mails, notices, requireFreshPassword })
  const codes = { codes: new MailCodes(database, box, now), tries: new CodeTries(now) }
  const mailed = { database, audit, limiter, mails, ...codes }
  const recovery = new Recovery({
    ...mailed,
    sessions,
    passwords,
    notices,
    now,
    handles: new RecoveryHandles(box, now),
    answerMs: limits.recoveryAnswerMs,
  })
  const emailVerification = new EmailVerification(mailed)
  const authorize = authorizeBy(audit, requireFreshPassword)
  const authorizeWallet = authorizeWalletBy(audit, requireFreshPassword)
  return {
    accounts,
    sessions,
    setupToken,
    passwords,
    limiter,
    signIn,
    twoFactor,
    ownPassword,
    profile,
    recovery,
    emailVerification,
    admins,
    invitations,
    requireFreshPassword,
    requireRole: requireRoleBy(audit),
    authorize,
    authorizeWallet,
  }
}
