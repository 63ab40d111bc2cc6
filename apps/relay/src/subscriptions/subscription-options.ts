import type { NostrEvent } from '@hornets/contract'
import type { Clock } from '@hornets/server/clock'
import type { Opener } from '@hornets/server/outgoing/guarded-json'
import type { Logger } from '@hornets/server/process/logger'
import type { Rounds } from '@hornets/server/rounds'
import type { AuditLog } from '../audit/audit-log.ts'
import type { Bus } from '../bus/bus.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import type { SecretBox } from '../database/secret-box.ts'
import type { EventStore } from '../events/event-store.ts'
import type { Mails } from '../mail/mails.ts'
import type { HttpAuthorizer } from '../nostr/signed-calls/http-authorizer.ts'
import type { Policy } from '../policy/policy.ts'
import type { Publisher } from '../publisher/publisher.ts'
import type { LiveRelaySettings } from '../settings/settings.ts'
import type { LightningCalls } from '../wallet/lightning-calls.ts'
import type { RatesService } from '../wallet/rates/rates-service.ts'
import type { FindIntended } from './refunds/refund.ts'

export interface SubscriptionOptions {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly box: SecretBox
  readonly mails: Mails
  readonly bus: Bus
  readonly publisher: Pick<Publisher, 'publishAccount' | 'write'> | undefined
  readonly events: EventStore
  readonly relaySettings: LiveRelaySettings
  readonly rates: Pick<RatesService, 'nearest'>
  readonly namesOf: (pubkeys: readonly string[]) => Promise<ReadonlyMap<string, string>>
  readonly findIntended: FindIntended
  readonly isExempt: (pubkey: string) => boolean
  readonly otherKeys: () => Promise<readonly string[]>
  readonly relayName: () => string
  readonly names: { subscribeUrl(): string | undefined }
  readonly signedCalls: Pick<HttpAuthorizer, 'authorize'>
  readonly isGenuine: (event: NostrEvent) => boolean
  readonly lightning: LightningCalls | undefined
  readonly isChainSeen: () => Promise<boolean>
  readonly isChainRead: () => Promise<boolean>
  readonly unknownPayments: (txids: readonly string[]) => Promise<ReadonlySet<string>>
  readonly hasWallet: () => Promise<boolean>
  readonly relayPubkey: () => string
  /** To servers that others name; undefined where nothing goes out. */
  readonly requests: Opener | undefined
  /** Why this key is not served; null = it is. */
  readonly judgeReader: Policy['judgeReader']
  readonly rounds: Rounds
  readonly now: Clock
  readonly logger: Logger
}
