import { readFileSync } from 'node:fs'
import { adminEndpoints } from '@hornets/contract/admin'
import { mayCall } from '@hornets/contract/endpoint'
import { type Role, roles } from '@hornets/contract/roles'
import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { isPrivate } from '../../src/policy/read-policy.ts'
import { LedgerStore } from '../../src/subscriptions/ledger/ledger-store.ts'
import { type Relay, startRelay } from '../harness.ts'
import { putAdmin } from '../support/people.ts'
import { callsOfRow } from './calls-of-row.ts'

const heading = '## What each role can see'
const messageCalls = [
  'GET /api/search',
  'GET /api/events',
  'GET /api/events/export',
  'GET /api/events/:id',
  'GET /api/files/:hash/events',
]
/** The headings of calls about money and subscribers. */
const tagsTold = ['Payments', 'Subscribers', 'Wallet']

interface Row {
  readonly matter: string
  readonly seenBy: readonly Role[]
  readonly calls: readonly string[]
}

function readTable(): Row[] {
  const document = readFileSync(new URL('../../../../docs/security.md', import.meta.url), 'utf8')
  const section = document.split(heading)[1]?.split('\n## ')[0] ?? ''
  const lines = section.split('\n').filter(line => line.startsWith('| '))
  return lines.slice(1).map(line => {
    const [matter = '', ...cells] = line.slice(2, -2).split(' | ')
    const [lowest = ''] = cells
    expect([...roles, 'none']).toContain(lowest)
    const seenBy = lowest === 'none' ? [] : roles.slice(roles.indexOf(lowest as Role))
    return { matter, seenBy, calls: callsOfRow[matter] ?? [] }
  })
}

const rows = readTable()
const endpoints = adminEndpoints.filter(({ access }) => access === 'session')
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
const rowOf = (start: string) => rows.find(({ matter }) => matter.startsWith(start))
/** Rows about a part of an answer, which calls for everybody give to some. */
const partial = [
  'Private messages',
  'Account events',
  'Subscribers and transactions in search',
  'Authors of refused',
  'Network addresses of refusals',
  'What refusals say of subscriptions',
]
const whole = rows.filter(({ matter }) => !partial.some(start => matter.startsWith(start)))

describe('the table of roles in docs/security.md', () => {
  it('covers every call about money and subscribers, and no call that does not exist', () => {
    expect(rows.map(({ matter }) => matter).sort()).toEqual(Object.keys(callsOfRow).sort())
    const told = new Set(rows.flatMap(({ calls }) => calls))
    const wanted = endpoints.filter(({ tag }) => tagsTold.includes(tag)).map(nameOf)
    expect(wanted.filter(name => !told.has(name))).toEqual([])
    const known = new Set(endpoints.map(nameOf))
    expect([...told].filter(name => !known.has(name))).toEqual([])
    expect(partial.filter(start => rowOf(start) === undefined)).toEqual([])
  })

  it('documents email addresses correctly: no subscriber response contains one', () => {
    const answers = endpoints
      .filter(({ tag }) => tag === 'Subscribers')
      .flatMap(({ answers }) => Object.values(answers))
    const schemas = answers.filter(answer => answer !== null)
    const names = schemas.flatMap(
      schema =>
        JSON.stringify(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })).match(/"\w*mail\w*":/gi) ?? [],
    )
    expect([...new Set(names)]).toEqual(['"is_reminded_by_mail":'])
  })

  it.each(whole)('says who can make the calls that the contract declares: $matter', ({ calls, seenBy }) => {
    expect(calls).not.toEqual([])
    for (const endpoint of endpoints.filter(one => calls.includes(nameOf(one))))
      expect([nameOf(endpoint), roles.filter(role => mayCall(role, endpoint))]).toEqual([nameOf(endpoint), seenBy])
  })

  it('names the kinds of private messages that the read policy knows', () => {
    const named = [rowOf('Private messages'), rowOf('Account events')].flatMap(row =>
      [...(row?.matter ?? '').matchAll(/\d+/g)].map(Number),
    )
    const kinds = Array.from({ length: 65_536 }, (_, kind) => kind)
    expect(named.sort((one, other) => one - other)).toEqual(kinds.filter(kind => isPrivate({ kind, tags: [] })))
  })
})

describe('matches real responses to the table of roles', () => {
  const marker = 'sealed-words'
  const file = 'c0ffee'.padEnd(64, '0')
  const author = generateSecretKey()
  const subscriber = getPublicKey(generateSecretKey())
  const now = 1_790_000_000
  const ids = new Map<number, string>()
  const tokens = new Map<Role, string>()
  let relay: Relay
  beforeAll(async () => {
    relay = await startRelay({ now: () => now * 1000 })
    for (const role of roles) tokens.set(role, (await putAdmin(relay, role)).token)
    for (const kind of [4, 1059, 1060, 888]) {
      const tags = [['p', subscriber]]
      const draft = { kind, content: `${marker} ${file}`, tags, created_at: now - kind }
      const { id, pubkey, created_at, content, sig } = finalizeEvent(draft, author)
      const event = { id, pubkey, created_at, kind, tags, content, sig }
      await relay.context.events.save({ event, json: JSON.stringify(event) })
      ids.set(kind, id)
    }
    await relay.context.events.catchUp()
    const { adminDatabase } = relay.context
    const row = { pubkey: subscriber, address: 'bc1qsubscriber', allotted_at: 0 }
    await adminDatabase.transact(tx => new LedgerStore(adminDatabase.reads).insertSubscriber(tx, row))
  })
  afterAll(() => relay.close())

  const answer = async (role: Role, call: string) => {
    const [method = '', path = ''] = call.split(' ')
    const response = await fetch(`${relay.adminUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${tokens.get(role)}`, 'content-type': 'application/json' },
      // A malformed body goes no further than the check of the role.
      ...(method !== 'GET' && { body: '{' }),
    })
    return { status: response.status, text: await response.text() }
  }

  it.each(whole)('$matter', async ({ calls, seenBy }) => {
    for (const call of calls)
      for (const role of roles) {
        const { status, text } = await answer(role, call.replace(/:\w+/g, subscriber))
        const isRefused = status === 403 && text.includes('"forbidden"')
        expect([call, role, isRefused]).toEqual([call, role, !seenBy.includes(role)])
      }
  })

  it.each([
    ['Private messages', [4, 1059, 1060]],
    ['Account events', [888]],
  ])('%s', async (start, kinds) => {
    const row = rowOf(start)
    expect(row?.calls).toEqual(messageCalls)
    for (const kind of kinds)
      for (const role of roles) {
        const isShown = row?.seenBy.includes(role)
        for (const call of [
          `GET /api/events/${ids.get(kind)}`,
          `GET /api/events?filter={"kinds":[${kind}]}`,
          `GET /api/events/export?filter={"kinds":[${kind}]}`,
          `GET /api/search?q=${ids.get(kind)}&category=events`,
        ])
          expect([call, role, (await answer(role, call)).text.includes(marker)]).toEqual([call, role, isShown])
      }
    for (const role of roles.filter(one => !row?.seenBy.includes(one))) {
      const { text } = await answer(role, `GET /api/files/${file}/events`)
      for (const kind of kinds) expect([kind, role, text.includes(String(ids.get(kind)))]).toEqual([kind, role, false])
    }
  })

  it('Subscribers and transactions found', async () => {
    const row = rowOf('Subscribers and transactions in search')
    for (const role of roles) {
      const { text } = await answer(role, `GET /api/search?q=${subscriber}&category=subscribers`)
      expect([role, text.includes('bc1qsubscriber')]).toEqual([role, row?.seenBy.includes(role)])
    }
  })
})
