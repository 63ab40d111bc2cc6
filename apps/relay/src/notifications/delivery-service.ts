import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type AnswerOf, type BodyOf, messages } from '@hornets/contract'
import {
  addDevice,
  addWebhook,
  type DeliveryAttempt,
  type DeliveryPreferences,
  type DeliverySettings,
  type DeliveryTarget,
  deliveryChannels,
  kindsFor,
  noticeKinds,
  removeTarget,
  saveDelivery,
} from '@hornets/contract/admin/notifications/delivery'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import { npubEncode } from 'nostr-tools/nip19'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { RequireFreshPassword } from '../accounts/sessions/step-up.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import type { SecurityFacts } from '../mail/letters/letter.ts'
import { readPreferences } from './choices.ts'
import type { Attempt, Deliverer } from './deliverer.ts'
import { QueueStore, type Recipient } from './queue-store.ts'
import { type AttemptRow, type TargetRow, TargetsStore } from './targets-store.ts'
import { type Surroundings, testMessage } from './wording.ts'

const targetsMax = 20
const attemptsShown = 10
const givenUpShownMs = 30 * 24 * 60 * 60_000

export interface DeliveryServiceParts {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly deliverer: Deliverer
  readonly requireFreshPassword: RequireFreshPassword
  readonly surroundings: () => Surroundings
  readonly pushKey: string
  readonly seal: (target: Pick<TargetRow, 'id'>, secret: string) => string
  readonly tell: (accountId: string, facts: SecurityFacts) => void
  readonly onChange: () => void
  readonly now: Clock
}

/** Each admin's own channels: choices, devices, webhooks, tests. */
export class DeliveryService {
  readonly #parts: DeliveryServiceParts
  readonly #rows: TargetsStore
  readonly #queues: QueueStore

  constructor(parts: DeliveryServiceParts) {
    this.#parts = parts
    this.#rows = new TargetsStore(parts.database.reads)
    this.#queues = new QueueStore(parts.database.reads)
  }

  async read({ account }: AdminSession): Promise<DeliverySettings> {
    const { now, pushKey } = this.#parts
    const recipient = await this.#recipient(account.id)
    const [added, attempts, waiting, givenUp] = await Promise.all([
      this.#rows.listTargets(account.id),
      this.#rows.listAttempts(account.id),
      this.#rows.countWaiting(account.id),
      this.#rows.countGivenUp(account.id, now() - givenUpShownMs),
    ])
    const attemptsOf = (id: string) => ({
      attempts: attempts
        .filter(({ target }) => target === id)
        .slice(0, attemptsShown)
        .map(attemptAnswer),
      waiting: waiting.get(id) ?? 0,
      givenUp: givenUp.get(id) ?? 0,
    })
    const own: DeliveryTarget[] = [
      { id: 'nostr', channel: 'nostr', name: npubEncode(recipient.pubkey), ...attemptsOf('nostr') },
      { id: 'mail', channel: 'mail', name: recipient.email ?? '', ...attemptsOf('mail') },
    ]
    return {
      preferences: readPreferences(recipient.preferences),
      kinds: [...kindsFor(recipient.role)],
      targets: [...own, ...added.map(row => ({ ...targetAnswer(row), ...attemptsOf(row.id) }))],
      pushKey,
    }
  }

  /**
   * Fewer channels for security need the password: a stolen session cannot hide. Throws ApiError('password_needed').
   */
  async save(session: AdminSession, preferences: DeliveryPreferences): Promise<DeliverySettings> {
    const { database, audit, requireFreshPassword, onChange } = this.#parts
    const { account, actor } = session
    const after = inOrder(preferences)
    const before = readPreferences(await this.#rows.findPreferences(account.id))
    const isFewer = before.channels.security.some(channel => !after.channels.security.includes(channel))
    if (isFewer) requireFreshPassword(session)
    await database.transact(async tx => {
      await this.#rows.putPreferences(tx, account.id, JSON.stringify(after))
      await audit.recordChange(tx, { actor, action: saveDelivery.audit, target: account.pubkey, before, after })
    })
    onChange()
    return this.read(session)
  }

  /** The same device again replaces its keys. Throws ApiError('conflict') for too many. */
  async addDevice(session: AdminSession, { name, subscription }: BodyOf<typeof addDevice>): Promise<DeliverySettings> {
    const secret = JSON.stringify(subscription)
    const target = { channel: 'push', name, address: subscription.endpoint, secret }
    await this.#add(session, target, addDevice.audit)
    this.#parts.tell(session.account.id, { what: 'deviceAdded', name })
    return this.read(session)
  }

  /** Throws ApiError('conflict') for too many. */
  async addWebhook(session: AdminSession, { url }: BodyOf<typeof addWebhook>): Promise<AnswerOf<typeof addWebhook>> {
    // Paths and queries are often all that a service asks for (Slack, Discord): they stay sealed.
    const name = new URL(url).host
    const secret = `whsec_${randomBytes(24).toString('base64')}`
    const target = { channel: 'webhook', name, address: url, secret: JSON.stringify({ url, secret }) }
    const id = await this.#add(session, target, addWebhook.audit)
    this.#parts.tell(session.account.id, { what: 'webhookAdded', name })
    return { id, secret, settings: await this.read(session) }
  }

  /** Requires the password while security uses its channel. Throws ApiError('not_found' | 'password_needed'). */
  async remove(session: AdminSession, id: string): Promise<DeliverySettings> {
    const { database, audit, requireFreshPassword, onChange } = this.#parts
    const { account, actor } = session
    const row = await this.#rows.findTarget(id)
    if (row?.account_id !== account.id) throw new ApiError('not_found', messages.targetUnknown)
    const { channels } = readPreferences(await this.#rows.findPreferences(account.id))
    if (channels.security.some(channel => channel === row.channel)) requireFreshPassword(session)
    await database.transact(async tx => {
      await this.#rows.deleteTarget(tx, id)
      await this.#queues.dropQueue(tx, { account_id: account.id, target: id })
      const before = { channel: row.channel, name: row.name }
      await audit.recordChange(tx, { actor, action: removeTarget.audit, target: account.pubkey, before })
    })
    onChange()
    return this.read(session)
  }

  /** Sends a test now. Throws ApiError('not_found'). */
  async test({ account }: AdminSession, id: string): Promise<DeliveryAttempt> {
    const { deliverer, surroundings, onChange } = this.#parts
    const recipient = await this.#recipient(account.id)
    const attempt = await deliverer.sendNow(recipient, id, batch => testMessage(batch, recipient, surroundings()))
    if (!attempt) throw new ApiError('not_found', messages.targetUnknown)
    onChange()
    return newAttemptAnswer(attempt)
  }

  async #add(
    { account, actor }: AdminSession,
    { channel, name, address, secret }: { channel: string; name: string; address: string; secret: string },
    action: typeof addDevice.audit | typeof addWebhook.audit,
  ): Promise<string> {
    const { database, audit, seal, onChange, now } = this.#parts
    const digest = createHash('sha256').update(address).digest('hex')
    const id = await database.transact(async tx => {
      const own = await this.#rows.listTargets(account.id, tx)
      const same = own.find(row => row.digest === digest)
      if (!same && own.length >= targetsMax) throw new ApiError('conflict', messages.tooManyTargets)
      const id = same?.id ?? randomUUID()
      const sealed = seal({ id }, secret)
      await this.#rows.putTarget(tx, { id, account_id: account.id, channel, name, digest, sealed, created_at: now() })
      await audit.recordChange(tx, { actor, action, target: account.pubkey, after: { name } })
      return id
    })
    onChange()
    return id
  }

  async #recipient(accountId: string): Promise<Recipient> {
    const recipient = await this.#queues.findRecipient(accountId)
    if (!recipient) throw new ApiError('unauthorized', messages.tokenInvalid)
    return recipient
  }
}

/** Each channel once, so that the same choice is the same JSON. */
function inOrder({ channels, quiet }: DeliveryPreferences): DeliveryPreferences {
  const ordered = noticeKinds.map(kind => [kind, deliveryChannels.filter(one => channels[kind].includes(one))])
  return { channels: Object.fromEntries(ordered), quiet }
}

const targetAnswer = ({ id, channel, name, digest, created_at }: TargetRow) => ({
  id,
  name,
  channel: channel as DeliveryTarget['channel'],
  createdAt: toTimestamp(created_at),
  ...(channel === 'push' && { digest }),
})

const attemptAnswer = ({ at, took, failure }: AttemptRow): DeliveryAttempt => ({
  at: toTimestamp(at),
  took,
  ...(failure !== null && { failure: JSON.parse(failure) }),
})

const newAttemptAnswer = ({ at, took, error }: Attempt): DeliveryAttempt => ({
  at: toTimestamp(at),
  took,
  ...(error && { failure: error.failure }),
})
