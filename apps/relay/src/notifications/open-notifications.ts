import { relayInfo } from '@hornets/contract/admin/settings'
import type { Clock } from '@hornets/server/clock'
import { Emitter } from '@hornets/server/emitter'
import { GuardedRequests, type GuardOptions } from '@hornets/server/outgoing/guarded-requests'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import type { Logger } from '@hornets/server/process/logger'
import type { Rounds } from '@hornets/server/rounds'
import type { RequireFreshPassword } from '../accounts/sessions/step-up.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { Bus } from '../bus/bus.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import type { SecretBox } from '../database/secret-box.ts'
import type { Mails } from '../mail/mails.ts'
import type { Settings } from '../settings/settings.ts'
import { DeliveryError } from './channels/channel.ts'
import { mailMessage } from './channels/mail.ts'
import { nostrMessage, type PrivateVoice } from './channels/nostr.ts'
import { makeVapidKeys, type VapidKeys } from './channels/vapid.ts'
import { webPush } from './channels/web-push.ts'
import { webhook } from './channels/webhook.ts'
import { Deliverer } from './deliverer.ts'
import { DeliveryRounds } from './delivery-rounds.ts'
import { DeliveryService } from './delivery-service.ts'
import { SecurityNotices } from './security-notices.ts'
import { TargetsStore } from './targets-store.ts'

const vapidName = 'vapid'

export interface NotificationsParts {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly box: SecretBox
  readonly mails: Mails
  readonly bus: Bus
  /** Undefined where the relay publishes nothing. */
  readonly voice: PrivateVoice | undefined
  readonly settings: Settings
  readonly requireFreshPassword: RequireFreshPassword
  readonly wayOut: WayOut
  /** Public addresses by default; for tests. */
  readonly allowsAddress?: GuardOptions['allows']
  readonly relayName: () => string
  readonly consoleUrl: string | undefined
  /** The demo keeps choices and delivers nothing. */
  readonly isDemo: boolean
  readonly rounds: Rounds
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
  const deliverer = new Deliverer({
    ...{ database, surroundings, now, logger },
    send: {
      push: webPush({ requests, keys, contact, now }),
      webhook: webhook({ requests, relayName, now }),
      nostr: nostrMessage(parts.voice),
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
  const rounds = new DeliveryRounds({ deliverer, rounds: parts.rounds, isDemo })
  const wake = rounds.wake.bind(rounds)
  const notices = new SecurityNotices({ database, bus: parts.bus, wake, now, logger })
  const tell = notices.add.bind(notices)

  return {
    deliverer,
    delivery: new DeliveryService({
      ...{ database, audit, deliverer, surroundings, tell, now },
      requireFreshPassword: parts.requireFreshPassword,
      pushKey: keys.publicKey,
      seal: ({ id }, secret) => box.seal(secret, `target:${id}`),
      onChange: () => onChange.emit(),
    }),
    /** There may be news. */
    wake,
    /** Called after choices, targets or results have changed. */
    onChange: (listener: () => void) => onChange.subscribe(listener),
    async close() {
      await rounds.close()
      await notices.settled()
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
