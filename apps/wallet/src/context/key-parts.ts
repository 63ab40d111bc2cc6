import { walletServerActions } from '@hornets/contract/wallet/audit-actions'
import { usualSealCost } from '../keys/secrets/seal.ts'
import { Vault } from '../keys/vault.ts'
import type { Lightning } from '../lightning/lightning-service.ts'
import type { Roster } from '../operators/roster.ts'
import { Approvals } from '../security/approvals.ts'
import { SecurityNews } from '../security/security-news.ts'
import { Security } from '../security/security-service.ts'
import type { Frame } from './frame.ts'

/** Parts that are built later. Nothing asks for them before. */
interface Later {
  readonly roster: () => Roster
  readonly lightning: () => Lightning
}

export type KeyParts = ReturnType<typeof openKeyParts>

/** The vault with the keys, and what a payment needs beyond an unlocked one. */
export function openKeyParts({ options, database, network, audit, secrets, now, opened }: Frame, later: Later) {
  const vault: Vault = new Vault({
    passwordBytes: given => secrets.bytesOf(given),
    database,
    network,
    now,
    sealCost: options.sealCost ?? usualSealCost,
    idleMs: () => {
      const minutes = security.settings().lock_after_minutes
      return minutes === null ? null : minutes * 60_000
    },
    onOpen: () => later.lightning().open(),
    onForget: () => {
      later.lightning().lock()
      options.onSecretsUsed?.()
    },
    onSecretsUsed: () => options.onSecretsUsed?.(),
    onIdleLock: () => audit.recordDone({ pubkey: null, address: null }, walletServerActions.lockedWhenIdle),
  })
  const checkPassword = (password: string | undefined) => vault.checkPassword(password)
  const operators = () => later.roster().list()
  const news = new SecurityNews({ database, now })
  const approvals = new Approvals({ database, audit, now, operators, news })
  const security = new Security({
    database,
    audit,
    approvals,
    news,
    operators,
    checkPassword,
    cancelOperatorChanges: tx => later.roster().cancelAll(tx),
  })
  opened.defer(() => vault.forget())
  return { vault, approvals, security, securityNews: news, checkPassword }
}
