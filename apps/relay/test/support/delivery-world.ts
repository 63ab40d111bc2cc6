import { createDecipheriv, createECDH, hkdfSync, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { DeliveryPreferences } from '@hornets/contract/admin/notifications/delivery'
import type { Role } from '@hornets/contract/roles'
import { directWayOut } from '@hornets/server/outgoing/way-out'
import { createLogger } from '@hornets/server/process/logger'
import { Rounds } from '@hornets/server/rounds'
import type { AdminSession } from '../../src/accounts/sessions/sessions.ts'
import { stepUpBy } from '../../src/accounts/sessions/step-up.ts'
import { AuditLog } from '../../src/audit/audit-log.ts'
import { Bus } from '../../src/bus/bus.ts'
import { AdminDatabase } from '../../src/database/admin-database.ts'
import { SecretBox } from '../../src/database/secret-box.ts'
import type { Mail, Mailer } from '../../src/mail/mailer.ts'
import { Mails } from '../../src/mail/mails.ts'
import { openNotifications } from '../../src/notifications/open-notifications.ts'
import { putNewDatabases } from './servers/new-databases.ts'

export interface Arrived {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

const everywhere: DeliveryPreferences['channels'] = {
  payments: ['push', 'nostr', 'mail', 'webhook'],
  reports: ['push', 'nostr', 'mail', 'webhook'],
  health: ['push', 'nostr', 'mail', 'webhook'],
  security: ['push', 'nostr', 'webhook'],
}
export const allChannels: DeliveryPreferences = { channels: everywhere, quiet: null }

const isHere = (address: string): boolean => address === '127.0.0.1'

/** Notifications over a real database, with a server beside it that takes webhooks and pushes. */
export async function openDeliveryWorld({ allows = isHere } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'delivery-test-'))
  const clock = { now: Date.parse('2026-06-01T12:00:00Z') }
  const now = () => clock.now
  const logger = createLogger({ name: 'test', level: 'fatal' })
  await putNewDatabases(folder)
  const database = await AdminDatabase.open(join(folder, 'admin.db'))
  const arrived: Arrived[] = []
  const answers: ((response: ServerResponse) => void)[] = []
  const server = createServer(async (request, response) => {
    arrived.push({ path: request.url ?? '', headers: request.headers, body: await buffer(request) })
    const answer = answers.shift()
    if (answer) answer(response)
    else response.writeHead(201).end()
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const mailed: Mail[] = []
  const mailer: Mailer = { isOn: true, send: async mail => void mailed.push(mail) }
  const written: { pubkey: string; text: string; at: number }[] = []
  const audit = new AuditLog(database, now, logger)
  const box = await SecretBox.open(folder)
  const open = async () => {
    const bus = new Bus(error => logger.error({ err: error }, 'a listener failed'))
    const opened = await openNotifications({
      database,
      audit,
      box,
      bus,
      now,
      logger,
      rounds: new Rounds({ now, logger }),
      mails: new Mails({ mailer, relayName: () => 'Hive', now, logger }),
      settings: { get: () => ({ relaycontact: 'bee@hive.example' }) } as never,
      publisher: { write: async (pubkey, text, at) => void written.push({ pubkey, text, at }) },
      requireFreshPassword: stepUpBy(now),
      wayOut: directWayOut,
      allowsAddress: allows,
      relayName: () => 'Hive',
      consoleUrl: 'https://console.hive.example',
      // Rounds are called by the test.
      isDemo: true,
    })
    return { ...opened, bus }
  }
  const opened = await open()
  return {
    clock,
    database,
    arrived,
    answers,
    url,
    mailed,
    written,
    ...opened,
    round: () => opened.deliverer.round(),
    reopen: open,
    async admin(role: Role, preferences: DeliveryPreferences | null = allChannels, profile: object = {}) {
      const id = randomUUID()
      const pubkey = Buffer.from(id.replaceAll('-', '').repeat(2), 'hex').toString('hex')
      await database.transact(async tx => {
        const own = { email: `${role}@mail.example`, email_verified: 1 as const, profile: JSON.stringify(profile) }
        await tx
          .insertInto('accounts')
          .values({ id, pubkey, password: '', role, created_at: clock.now, ...own })
          .execute()
        if (preferences)
          await tx
            .insertInto('delivery_preferences')
            .values({ account_id: id, preferences: JSON.stringify(preferences) })
            .execute()
      })
      const session: AdminSession = {
        id: 'session',
        account: { id, pubkey, role },
        passwordAt: clock.now,
        actor: { pubkey, address: null },
      }
      return { id, pubkey, session }
    },
    setRole: (id: string, role: Role) =>
      database.transact(tx => tx.updateTable('accounts').set({ role }).where('id', '=', id).execute()),
    async pay(sats = 1000) {
      const row = { txid: randomUUID(), vout: 0, pubkey: 'ab'.repeat(32), amount_sats: sats, tier: '1 GB per month' }
      const notification = { ...row, is_new: 1, expires_at: null, created_at: clock.now, is_read: 0, reversed_at: null }
      await database.transact(tx => tx.insertInto('payment_notifications').values(notification).execute())
      return row
    },
    close: async () => {
      await opened.close()
      await database.close()
      await new Promise(closed => server.close(closed).closeAllConnections())
      await rm(folder, { recursive: true })
    },
  }
}
export type DeliveryWorld = Awaited<ReturnType<typeof openDeliveryWorld>>

/** A browser's push subscription, which reads what arrives for it. */
export function makeDevice(endpoint: string) {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const auth = Buffer.alloc(16, 7)
  const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length))
  return {
    subscription: { endpoint, keys: { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') } },
    read(sealed: Buffer) {
      const [salt, theirs] = [sealed.subarray(0, 16), sealed.subarray(21, 86)]
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), theirs])
      const input = derive(browser.computeSecret(theirs), auth, info, 32)
      const contentKey = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
      const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce).setAuthTag(sealed.subarray(-16))
      const padded = Buffer.concat([decipher.update(sealed.subarray(86, -16)), decipher.final()])
      return padded.subarray(0, padded.lastIndexOf(2))
    },
  }
}
