import type { BodyOf } from '@hornets/contract/endpoint'
import type { WalletAuditAction } from '@hornets/contract/wallet'
import type { Network } from '@hornets/contract/wallet/set-up'
import {
  acceptSearch,
  backUp,
  checkWords,
  gapLimits,
  getWallet,
  lock,
  searchFurther,
  setUp,
  unlock,
} from '@hornets/contract/wallet/set-up'
import { toTimestamp } from '@hornets/server/clock'
import { callerOf } from '@hornets/server/http/caller'
import type { Serve } from '@hornets/server/http/serve'
import type { AddressBook } from '../addresses/address-book.ts'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import { type NetworkTraits, networkTraits } from '../bitcoin/network.ts'
import { accountNumberOf, isShared, type SharedAccount, subscribersAccountOf } from '../keys/account/account.ts'
import { describeAccount, describeBranch } from '../keys/account/descriptor.ts'
import { fewestSignatures, keysOf } from '../keys/account/policy.ts'
import { fingerprintOf } from '../keys/shared/shared-psbt.ts'
import type { Vault } from '../keys/vault.ts'
import type { Session } from '../operators/tokens.ts'

interface KeyRouteParts {
  readonly vault: Vault
  readonly addresses: AddressBook
  readonly audit: AuditLog
  readonly network: Network
  /** Throws ApiError while another owner must approve showing the words. */
  readonly allowWords: (actor: Actor) => void
  /** A wallet was set up: it belongs to its creator, and the chain must be read for it. */
  readonly onSetUp: (actor: Actor) => void
  readonly hasTransactions: () => boolean
  readonly onSearch: () => void
}

export function keyRoutes(serve: Serve<Session>, parts: KeyRouteParts): void {
  const { vault, audit, onSetUp, onSearch, allowWords } = parts
  const actorOf = (call: { session: Session; request: Parameters<typeof callerOf>[0] }): Actor => ({
    pubkey: call.session.pubkey,
    address: callerOf(call.request).address,
  })

  const audited = async <Result>(actor: Actor, action: WalletAuditAction, work: () => Promise<Result> | Result) => {
    const result = await audit.refusals(actor, action, work)
    audit.recordDone(actor, action)
    return result
  }

  serve(setUp, async call => {
    const words = await audited(actorOf(call), setUp.audit[call.body.mode], () => setUpBy(vault, call.body))
    onSetUp(actorOf(call))
    return words ? { words } : {}
  })

  serve(unlock, async call => {
    await audited(actorOf(call), unlock.audit, () => vault.unlock(call.body.password))
    return { message: 'The wallet is unlocked' }
  })

  serve(lock, async call => {
    await audited(actorOf(call), lock.audit, () => vault.lock())
    return { message: 'The wallet is locked' }
  })

  serve(backUp, async call => {
    const shown = await audited(actorOf(call), backUp.audit, async () => {
      // After the password: without it nobody should be asked.
      const backup = await vault.backUp(call.body.password)
      allowWords(actorOf(call))
      return backup
    })
    return backupOf(shown, parts)
  })

  serve(checkWords, async call => {
    const { password, words } = call.body
    await audited(actorOf(call), checkWords.audit, () => vault.checkWords(password, words))
    return { message: 'The recovery phrase is written down' }
  })

  serve(getWallet, () => walletFacts(parts))

  serve(searchFurther, async call => {
    const { gap_limit } = call.body
    await audited(actorOf(call), searchFurther.audit, () => vault.record.searchFurther(gap_limit))
    onSearch()
    return { message: 'The wallet is being searched for' }
  })

  serve(acceptSearch, async call => {
    await audited(actorOf(call), acceptSearch.audit, () => vault.record.acceptSearch())
    return { message: 'The search is complete' }
  })
}

function walletFacts({ vault, addresses, network, hasTransactions }: KeyRouteParts) {
  const { account, sealed, createdAt, gapLimit, widestGap, restored, searched, searchAccepted } = vault.wallet()
  const [receiving, change, subscribers] = addresses.watchedCount()
  return {
    network,
    account_type: account.type,
    ...(isShared(account) && { shared: sharedFactsOf(account, networkTraits(network)) }),
    account_number: accountNumberOf(account),
    watch_only: sealed === null,
    descriptor: describeAccount(account),
    created_at: toTimestamp(createdAt),
    gap: { limit: gapLimit, unused: addresses.unusedRun(), widest: widestGap },
    ...subscribersFactsOf(vault, addresses),
    restored,
    ...(restored &&
      searched && {
        search: {
          looked: { receiving, change, subscribers },
          found_nothing: !hasTransactions(),
          accepted: searchAccepted,
        },
      }),
  }
}

function subscribersFactsOf(vault: Vault, addresses: AddressBook) {
  const { account } = vault.wallet()
  const own = subscribersAccountOf(account)
  if (!own) return {}
  const account_number = accountNumberOf(own) ?? 0
  return {
    subscribers: { account_number, descriptor: describeBranch(account, 2), addresses: addresses.subscribersInUse() },
  }
}

function sharedFactsOf({ policy }: SharedAccount, network: NetworkTraits) {
  const keys = keysOf(policy).map(key => ({ fingerprint: fingerprintOf(key, network), path: key.path }))
  return { needed: fewestSignatures(policy), keys }
}

function backupOf({ words, passphrase, account }: Awaited<ReturnType<Vault['backUp']>>, parts: KeyRouteParts) {
  const { vault, addresses } = parts
  return {
    words,
    passphrase,
    account_type: account.type,
    account_number: accountNumberOf(account) ?? 0,
    descriptor: describeAccount(account),
    gap_limit: Math.max(gapLimits.usual, vault.wallet().widestGap),
    ...subscribersFactsOf(vault, addresses),
  }
}

/** The new words of a wallet that is created. */
async function setUpBy(vault: Vault, body: BodyOf<typeof setUp>) {
  if (body.mode === 'watch') {
    await vault.watch(body.descriptor, body.gap_limit)
    return undefined
  }
  const options = { ...body, type: body.account_type, accountNumber: body.account_number }
  if (options.mode === 'create') return vault.create({ ...options, wordCount: options.word_count })
  await vault.restore({ ...options, gapLimit: options.gap_limit })
  return undefined
}
