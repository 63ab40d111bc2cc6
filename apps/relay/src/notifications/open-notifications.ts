import { relayInfo } from '@hornets/contract/admin/settings'
import type { Clock } from '@hornets/server/clock'
import { Emitter } from '@hornets/server/emitter'
import { GuardedRequests, type GuardOptions } from '@hornets/server/outgoing/guarded-requests'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import type { Logger } from '@hornets/server/process/logger'
import type { RequireFreshPassword } from '../accounts/sessions/step-up.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import type { SecretBox } from '../database/secret-box.ts'
import type { SecurityFacts } from '../mail/letters/letter.ts'
import type { Mails } from '../mail/mails.ts'
import type { Settings } from '../settings/settings.ts'
import { DeliveryError } from './channels/channel.ts'
import { mailMessage } from './channels/mail.ts'
import { nostrMessage, type WritePrivately } from './channels/nostr.ts'
import { makeVapidKeys, type VapidKeys } from './channels/vapid.ts'
import { webPush } from './channels/web-push.ts'
import { webhook } from './channels/webhook.ts'
import { Deliverer } from './deliverer.ts'
import { DeliveryService } from './delivery-service.ts'
import { QueueStore } from './queue-store.ts'
import { TargetsStore } from './targets-store.ts'

const roundEveryMs = 15_000
/** A block's payments arrive together: they make one message. */
const soonMs = 1000
const pruneEveryMs = 60 * 60_000
const vapidName = 'vapid'

export interface NotificationsParts {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly box: SecretBox
  readonly mails: Mails
  readonly settings: Settings
  readonly requireFreshPassword: RequireFreshPassword
  readonly wayOut: WayOut
  /** Public addresses by default; for tests. */
  readonly allowsAddress?: GuardOptions['allows']
  readonly relayName: () => string
  readonly consoleUrl: string | undefined
  /** The demo keeps choices and delivers nothing. */
  readonly isDemo: boolean
  readonly now: Clock
  readonly logger: Logger
}

/** Notifications beyond the console: their queues, channels and settings. */
export async function openNotifications(parts: NotificationsParts) {
  const { database, audit, box, mails, settings, relayName, consoleUrl, isDemo, now, logger } = parts
  const onChange = new Emitter<void>(err => logger.error({ err }, 'a listener failed on deliveries'))
  const requests = new GuardedRequests({ wayOut: parts.wayOut, allows: parts.allowsAddress })
  const keys = await openVapidKeys(parts)
  const surroundings = () => ({ relayName: relayName(), consoleUrl })
  const contact = () => contactOf(consoleUrl, settings.get(relayInfo).relaycontact)
  let write: WritePrivately | undefined
  const deliverer = new Deliverer({
    ...{ database, surroundings, now, logger },
    send: {
      push: webPush({ requests, keys, contact, now }),
      webhook: webhook({ requests, relayName, now }),
      nostr: nostrMessage(() => write),
      mail: mailMessage(mails),
    },
    unseal: ({ id, sealed }) => {
      try {
        return box.unseal(sealed, `target:${id}`)
      } catch {
        // A database that was restored without its key file.
        throw new DeliveryError({ code: 'failed', text: 'sealed with another key' }, { isTransient: false })
      }
    },
    onChange: () => onChange.emit(),
  })
  const failed = (err: unknown) => logger.error({ err }, 'could not deliver notifications')
  const round = () => void (isDemo || deliverer.round().catch(failed))
  let soon: NodeJS.Timeout | undefined
  const wake = () => {
    soon ??= setTimeout(() => {
      soon = undefined
      round()
    }, soonMs).unref()
  }
  const ringing = setInterval(round, roundEveryMs).unref()
  const pruning = setInterval(() => void deliverer.prune().catch(failed), pruneEveryMs).unref()
  const telling = new Set<Promise<void>>()
  /** A notice for one admin about their own account. */
  const tell = (accountId: string, facts: SecurityFacts) => {
    const notice = { kind: 'security', facts: JSON.stringify(facts), account_id: accountId, at: now() }
    const told = database
      .transact(tx => new QueueStore(database.reads).addNotice(tx, notice))
      .then(wake, failed)
      .finally(() => telling.delete(told))
    telling.add(told)
  }

  return {
    deliverer,
    delivery: new DeliveryService({
      ...{ database, audit, deliverer, surroundings, tell, now },
      requireFreshPassword: parts.requireFreshPassword,
      pushKey: keys.publicKey,
      seal: ({ id }, secret) => box.seal(secret, `target:${id}`),
      onChange: () => onChange.emit(),
    }),
    tell,
    /** There may be news. */
    wake,
    /** Called after choices, targets or results have changed. */
    onChange: (listener: () => void) => onChange.subscribe(listener),
    /** From now on private messages can be written. */
    writeBy(its: WritePrivately) {
      write = its
    },
    async close() {
      clearTimeout(soon)
      clearInterval(ringing)
      clearInterval(pruning)
      await Promise.all(telling)
      await deliverer.settled()
    },
  }
}

/** Made once. Keys that cannot be opened any more are an error: browsers have subscribed with them. */
async function openVapidKeys({ database, box }: NotificationsParts): Promise<VapidKeys> {
  const sealed = await new TargetsStore(database.reads).findKey(vapidName)
  if (sealed !== undefined) return JSON.parse(box.unseal(sealed, vapidName)) as VapidKeys
  const keys = makeVapidKeys()
  await database.transact(tx =>
    new TargetsStore(database.reads).putKey(tx, vapidName, box.seal(JSON.stringify(keys), vapidName)),
  )
  return keys
}

/** Push services want to know whom to write to (RFC 8292, 2.1). */
function contactOf(consoleUrl: string | undefined, contact: string): string {
  if (/^mailto:\S+@\S+$/.test(contact)) return contact
  if (/^[^\s@:]+@[^\s@]+\.[^\s@]+$/.test(contact)) return `mailto:${contact}`
  if (/^https:/.test(contact)) return contact
  return consoleUrl?.startsWith('https:') ? consoleUrl : 'mailto:operator@relay.invalid'
}
