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
import { mailMessage } from './channels/mail.ts'
import { type MessagePublisher, nostrMessage } from './channels/nostr.ts'
import { pushContactOf } from './channels/push-contact.ts'
import { webPush } from './channels/web-push.ts'
import { webhook } from './channels/webhook.ts'
import { Deliverer } from './deliverer.ts'
import { DeliveryRounds } from './delivery-rounds.ts'
import { DeliveryService } from './delivery-service.ts'
import { SecurityNotices } from './security-notices.ts'
import { TargetSecrets } from './target-secrets.ts'

export interface NotificationsParts {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly box: SecretBox
  readonly mails: Mails
  readonly bus: Bus
  readonly publisher: MessagePublisher | undefined
  readonly settings: Settings
  readonly requireFreshPassword: RequireFreshPassword
  readonly wayOut: WayOut
  readonly allowsAddress?: GuardOptions['allows']
  readonly relayName: () => string
  readonly consoleUrl: string | undefined
  readonly isDemo: boolean
  readonly rounds: Rounds
  readonly now: Clock
  readonly logger: Logger
}

export async function openNotifications(parts: NotificationsParts) {
  const { database, audit, box, mails, settings, relayName, consoleUrl, isDemo, now, logger } = parts
  const onChange = new Emitter<void>(err => logger.error({ err }, 'a listener failed on deliveries'))
  const requests = new GuardedRequests({ wayOut: parts.wayOut, allows: parts.allowsAddress })
  const secrets = new TargetSecrets({ database, box })
  const keys = await secrets.vapidKeys()
  const surroundings = () => ({ relayName: relayName(), consoleUrl })
  const contact = () => pushContactOf(consoleUrl, settings.get(relayInfo).relaycontact)
  const deliverer = new Deliverer({
    database,
    surroundings,
    now,
    logger,
    send: {
      push: webPush({ requests, keys, contact, now }),
      webhook: webhook({ requests, relayName, now }),
      nostr: nostrMessage(parts.publisher),
      mail: mailMessage(mails),
    },
    unseal: secrets.unseal.bind(secrets),
    onChange: () => onChange.emit(),
  })
  const rounds = new DeliveryRounds({ deliverer, rounds: parts.rounds, isDemo })
  const wake = rounds.wake.bind(rounds)
  const notices = new SecurityNotices({ database, bus: parts.bus, wake, now, logger })
  const tell = notices.add.bind(notices)

  return {
    deliverer,
    delivery: new DeliveryService({
      database,
      audit,
      deliverer,
      surroundings,
      tell,
      now,
      requireFreshPassword: parts.requireFreshPassword,
      pushKey: keys.publicKey,
      seal: secrets.seal.bind(secrets),
      onChange: () => onChange.emit(),
    }),
    wake,
    onChange: (listener: () => void) => onChange.subscribe(listener),
    async close() {
      await rounds.close()
      await notices.settled()
      await deliverer.settled()
    },
  }
}
