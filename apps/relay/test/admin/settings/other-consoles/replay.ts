import { createHmac } from 'node:crypto'
import type { NostrEvent } from '@hornets/contract'
import { wallet } from '@hornets/contract/admin/settings'
import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools'
import { answerTo, call, newOperator, type Relay } from '../../../harness.ts'
import { RawClient } from '../../../support/raw-client.ts'
import { lacks, namesOf, type Recorded, recordingsOf, type Server } from './recordings.ts'

export interface Replayed {
  readonly name: string
  readonly lacks: readonly string[]
}

const password = 'Correct1horse'

type Stands = Map<string, string>

interface World {
  readonly relay: Relay
  readonly operator: ReturnType<typeof newOperator>
  readonly author: Uint8Array
  readonly stands: Stands
  token: string
}

export async function replay(server: Server, relay: Relay): Promise<Replayed[]> {
  const calls = recordingsOf(server)
  const names = namesOf(calls)
  const world: World = {
    relay,
    operator: { ...newOperator(), password },
    author: generateSecretKey(),
    stands: new Map(),
    token: '',
  }
  standFor(world, calls)
  const replayed: Replayed[] = []
  let heard: unknown[][] = []
  for (const [at, recorded] of calls.entries()) {
    const name = names[at] ?? ''
    if (recorded.call === 'websocket') {
      if (at === 8 && server === '2026-04') await closeToStrangers(world)
      if (calls[at - 1]?.call !== 'websocket') heard = await talk(world, calls.slice(at))
      const answer = recorded.answer as unknown[]
      const found = heard.findIndex(([type]) => type === answer[0])
      const [ours] = found < 0 ? [] : heard.splice(found, 1)
      replayed.push({ name, lacks: ours ? lacksOf(answer, ours) : [`no ${answer[0]}`] })
      continue
    }
    const ours = await ask(world, recorded)
    // What a setting lists is the operator's choice.
    const mayBeEmpty = recorded.call.includes('settings')
    const wrong = ours.status === recorded.status ? [] : [`${ours.status} in place of ${recorded.status}`]
    replayed.push({
      name,
      lacks: [...wrong, ...(wrong.length > 0 ? [] : lacks(recorded.answer, ours.body, { mayBeEmpty }))],
    })
    await goOn(world, recorded, ours.status)
  }
  return replayed
}

/** The answer to an event also says the same. */
function lacksOf(recorded: unknown[], ours: unknown[]): string[] {
  const otherwise = recorded[0] === 'OK' && recorded[2] !== ours[2]
  return otherwise ? [`${ours[2]}: ${ours[3]}`] : lacks(recorded, ours)
}

/** Their admin is ours, their author as well. */
function standFor({ operator, author, stands }: World, calls: readonly Recorded[]): void {
  const admin = calls.find(({ call }) => call === 'POST /signup')?.sent as { npub: string }
  const blocked = calls.find(({ call }) => call === 'POST /api/blocked-pubkeys')?.sent as { pubkey: string }
  stands.set(admin.npub, operator.pubkey)
  stands.set(blocked.pubkey, getPublicKey(author))
}

function translate<Value>(value: Value, stands: Stands): Value {
  const json = JSON.stringify(value) ?? 'null'
  return JSON.parse(json.replace(/[0-9a-f]{64}/g, id => stands.get(id) ?? id))
}

async function ask(world: World, recorded: Recorded) {
  const { relay, stands } = world
  const [method = '', path = ''] = translate(recorded.call, stands).split(' ')
  if (path === '/verify') return verify(world)
  const body = recorded.sent === undefined ? undefined : JSON.stringify(translate(recorded.sent, stands))
  const listener = recorded.note === 'public listener' ? relay.publicUrl.replace(/^ws/, 'http') : relay.adminUrl
  return call(listener, path, {
    method,
    headers: headersOf(world, recorded, body ?? ''),
    ...(body !== undefined && { body }),
    ...(recorded.token && { token: world.token }),
  })
}

/** Their wallet signs with the key that the relay shares with it. */
function headersOf({ relay }: World, { headers = {} }: Recorded, body: string): Record<string, string> {
  if (!headers['X-API-Key']) return headers
  const key = relay.context.settings.get(wallet).api_key
  const time = new Date().toISOString().replace(/\.\d+/, '')
  const signature = createHmac('sha256', key).update(`${key}${time}${body}`).digest('hex')
  return { 'X-API-Key': key, 'X-Timestamp': time, 'X-Signature': signature }
}

/** With an own challenge, signed by an own key. */
async function verify(world: World) {
  const { relay, operator } = world
  const { pubkey, password } = operator
  const { body } = await relay.call('/login', { body: { npub: pubkey, password } })
  const answer = await relay.call('/verify', { body: answerTo(body.event, operator) })
  world.token = answer.body.token
  return answer
}

async function goOn(world: World, recorded: Recorded, status: number): Promise<void> {
  const { relay, operator, stands } = world
  // Claiming asks for the setup token, which their console does not know.
  if (recorded.call === 'POST /signup' && !relay.context.accounts.isClaimed()) await relay.claim(operator)
  if (status !== 404) return
  const { adminDatabase } = relay.context
  const sent = translate(recorded.sent ?? {}, stands) as Record<string, string>
  const row = { created_at: Date.now(), is_read: 0, pubkey: sent.pubkey ?? '' }
  if (recorded.call === 'POST /api/updateRate') {
    const at = Date.now()
    const rate = { at, hour: Math.floor(at / 3_600_000), cents: Number(sent.rate) * 100 }
    await adminDatabase.transact(tx => tx.insertInto('bitcoin_rates').values(rate).execute())
  }
  if (recorded.call === 'POST /api/payment/notifications')
    await adminDatabase.transact(async tx => {
      const [sats, tier] = [Number(sent.amount), sent.subscription_tier ?? '']
      const paid = { txid: sent.tx_id ?? '', vout: 0, amount_sats: sats, tier, is_new: 1, reversed_at: null }
      const expires_at = Date.parse(sent.expiration_date ?? '')
      await tx
        .insertInto('payment_notifications')
        .values({ ...row, ...paid, expires_at })
        .execute()
      const none = { renewed: 0, lost: 0, usd_cents: 0, unpriced_sats: 0 }
      const month = { month: '2026-11', tier, sats, new_subscribers: 1, payments: 1 }
      await tx
        .insertInto('subscription_months')
        .values({ ...none, ...month })
        .execute()
    })
  if (recorded.call === 'POST /api/moderation/notifications')
    await adminDatabase.transact(async tx => {
      const { event_id = '', reason = '', media_url = '' } = sent
      const about = { event_id, reason, media_url, state: 'deleted' as const, content_type: 'image' as const }
      const none = { ticket_id: null, dispute_id: null, expires_at: null }
      await tx
        .insertInto('moderation_cases')
        .values({ ...row, ...about, ...none })
        .execute()
    })
}

/** Their newer server lets nobody write or read who is not allowed. */
async function closeToStrangers({ relay, token }: World): Promise<void> {
  await relay.call('/api/access', { token, body: { access: { write: 'listed', read: 'writers' } } })
}

/** The conversation whose answers were recorded: notes, a profile, reports; then a question and a count. */
async function talk({ relay, operator, author, stands }: World, calls: readonly Recorded[]): Promise<unknown[][]> {
  const recorded = calls
    .slice(
      0,
      calls.findIndex(({ call }) => call !== 'websocket'),
    )
    .map(({ answer }) => answer)
  const theirs = (recorded as unknown[][]).filter(([type]) => type === 'OK')
  const client = await RawClient.connect(relay.publicUrl)
  const sign = (kind: number, content: string, tags: string[][] = [], key = author): NostrEvent => {
    const draft = { kind, content, tags, created_at: Math.floor(Date.now() / 1000) }
    return JSON.parse(JSON.stringify(finalizeEvent(draft, key)))
  }
  const notes = [0, 1, 2, 3, 4].map(at => sign(1, `note ${at}`))
  const report = (note: NostrEvent | undefined, why: string, key?: Uint8Array) =>
    sign(
      1984,
      'please look at this',
      [
        ['e', note?.id ?? '', why],
        ['p', getPublicKey(author)],
      ],
      key,
    )
  // There, their admin is a stranger as well; here admins can write.
  const areRefused = theirs.every(([, , accepted]) => accepted === false)
  const reporter = areRefused ? generateSecretKey() : operator.secretKey
  const reports = [
    report(notes[0], 'spam', reporter),
    report(notes[1], 'nudity', reporter),
    report(notes[0], 'spam', generateSecretKey()),
  ]
  // A single event after the settings: of a kind that they refuse.
  const events = theirs.length > 1 ? [...notes, sign(0, '{"name":"Ada"}'), ...reports] : [sign(30_000, 'a set')]
  for (const [at, event] of events.entries()) {
    const their = theirs[at]?.[1]
    if (typeof their === 'string') stands.set(their, event.id)
    await client.publish(event)
  }
  // Reports are counted after their OK.
  await relay.context.reports.catchUp()
  if (theirs.length > 1) {
    client.say('REQ', 'a', { kinds: [1], limit: 1 })
    client.say('COUNT', 'c', { authors: [getPublicKey(author)] })
    await Promise.race([client.hear('COUNT'), client.hear('CLOSED', 'c')])
  }
  client.close()
  return client.heard
}
