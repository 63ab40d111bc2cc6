import type { RelaySettings } from '@hornets/contract/admin/relay-settings'
import type { Clock } from '@hornets/server/clock'
import { Listeners } from '@hornets/server/listeners'
import type { Logger } from '@hornets/server/process/logger'
import type { AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase, AdminTransaction } from '../database/admin-database.ts'
import type { EventStore } from '../events/event-store.ts'
import type { RatesService } from '../rates/rates-service.ts'
import { ChangesService } from './changes-service.ts'
import { type ChainLine, Ledger } from './ledger/ledger.ts'
import { PaymentsService } from './payments-service.ts'
import { readProfiles } from './profiles.ts'
import { Allowances } from './quotas/allowances.ts'
import { Usage } from './quotas/usage.ts'
import { SubscribersService } from './subscribers-service.ts'

export interface SubscriptionsParts {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly events: EventStore
  readonly relaySettings: { current(): Readonly<RelaySettings> }
  readonly rates: Pick<RatesService, 'nearest'>
  readonly namesOf: (pubkeys: readonly string[]) => Promise<ReadonlyMap<string, string>>
  readonly isExempt: (pubkey: string) => boolean
  readonly now: Clock
  readonly logger: Logger
}

/** All that subscriptions are made of, over one ledger. */
export async function openSubscriptions(parts: SubscriptionsParts) {
  const { database, audit, events, relaySettings, rates, namesOf, isExempt, now, logger } = parts
  const { reads } = database
  const profilesOf = (pubkeys: readonly string[]) => readProfiles(events, pubkeys)
  const usage = await Usage.open(database, logger)
  const allowances = await Allowances.open({ reads, usage, relaySettings, isExempt, now })
  const ledger = new Ledger({ relaySettings, rateAt: time => rates.nearest(time), now })
  const onChange = new Listeners<readonly string[]>(err => logger.error({ err }, 'a part did not take a subscription'))
  const changed = (pubkeys: readonly string[]) => {
    if (pubkeys.length === 0) return
    allowances
      .refresh(pubkeys)
      .catch(err => logger.error({ err }, 'subscriptions could not be read'))
      .finally(() => onChange.tell(pubkeys))
  }

  const useOf = (pubkey: string) => {
    const allowance = allowances.of(pubkey)
    return allowance.by === 'all' ? { usedBytes: 0, totalBytes: null } : allowance
  }
  const subscribers = new SubscribersService({ reads, relaySettings, profilesOf, namesOf, useOf, now })
  const payments = new PaymentsService({
    ...{ database, now, logger, namesOf: profilesOf },
    activeByTier: () => subscribers.activeByTier(),
  })
  const changes = new ChangesService({ database, audit, ledger, now, onChanged: pubkey => changed([pubkey]) })

  return {
    subscribers,
    payments,
    changes,
    allowances,
    /** Called with the keys whose subscription has changed, once that counts. */
    onChange: (listener: (pubkeys: readonly string[]) => void) => onChange.add(listener),
    /** In the transaction that takes a push of the wallet; answers what to do once it is committed. */
    async takeLines(
      tx: AdminTransaction,
      lines: readonly ChainLine[],
      removed: readonly { txid: string; vout: number }[],
    ): Promise<() => void> {
      const pubkeys = [...(await ledger.takeLines(tx, lines, removed))]
      return () => {
        changed(pubkeys)
        if (pubkeys.length > 0) payments.tell()
      }
    },
    close: () => usage.close(),
  }
}
