import { adminEndpoints } from '@hornets/contract/admin'
import { wallet } from '@hornets/contract/admin/settings'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LedgerStore } from '../../src/subscriptions/ledger/ledger-store.ts'
import { WalletStore } from '../../src/wallet/wallet-store.ts'
import { putAdmin } from '../support/people.ts'
import { signer } from '../support/signer.ts'
import { block, type ModerationWorld, openModerationWorld } from './moderation-world.ts'

let world: ModerationWorld
beforeAll(async () => {
  world = await openModerationWorld()
})
afterAll(() => world.close())

it('a moderator decides a case without seeing money, secrets or settings in any answer, and cannot change them (INBOX-06)', async () => {
  const { token } = await putAdmin(world.relay, 'moderator')
  const subscriber = signer().pubkey
  const { adminDatabase, settings } = world.relay.context
  const row = { pubkey: subscriber, address: 'bcrt1q-money', allotted_at: 0 }
  const balance = { wallet: settings.get(wallet).name, confirmed_sats: 987_654_321, pending_sats: 0, told_at: 0 }
  await adminDatabase.transact(async tx => {
    await new LedgerStore(adminDatabase.reads).insertSubscriber(tx, row)
    await new WalletStore(adminDatabase.reads).putBalance(tx, balance)
  })
  const author = signer()
  const event = author.sign({ content: 'a scam' })
  await world.send(event)
  const tags = [
    ['e', event.id, 'spam'],
    ['p', author.pubkey],
  ]
  await world.send(signer().sign({ kind: 1984, tags, content: '' }))
  await world.relay.context.reports.settled()
  await world.relay.context.cases.settle()
  const call = (path: string, body?: object) => world.relay.call(`/api/cases${path}`, { token, ...(body && { body }) })
  const [{ id }] = (await call('')).body.cases
  const given = (await call('/verdicts', { cases: [id], verdict: 'delete', reason: 'a scam' })).body
  expect((await call(`/verdicts/${given.id}/undo`, {})).body).toEqual({ undone: 1 })
  const owner = await putAdmin(world.relay, 'owner')
  for (const [path, body] of [
    ['/api/settings/wallet', { wallet: { wallet_api_key: 'secret-of-wallet' } }],
    ['/api/settings/ollama', { ollama: { ollama_url: 'http://host-of-settings.example' } }],
    ['/api/relay-settings', { relay_settings: { graceDays: 8 } }],
  ] as const) {
    const status = async (by: string) => (await world.relay.call(path, { token: by, body })).status
    expect([path, await status(token), await status(owner.token)]).toEqual([path, 403, 200])
  }
  // Everything that can be read; the live stream tells only what to read again.
  const reads = adminEndpoints.filter(
    ({ access, method, path }) => access === 'session' && method === 'GET' && path !== '/api/live',
  )
  const concrete = (path: string) =>
    path
      .replace('/cases/:id', `/cases/${id}`)
      .replace(':group', 'ollama')
      .replace(':list', 'words')
      .replace(/:\w+/, subscriber)
  const shown = async (path: string, by: string) =>
    (await (await fetch(`${world.relay.adminUrl}${path}`, { headers: { authorization: `Bearer ${by}` } })).text())
      .match(/bcrt1q-money|987654321|secret-of-wallet|host-of-settings/)
      ?.at(0)
  const seen = async (by: string) => {
    const found: string[] = []
    for (const { path } of reads) found.push((await shown(concrete(path), by)) ?? '')
    return new Set(found.filter(text => text !== ''))
  }
  expect(await seen(token)).toEqual(new Set())
  // The same reading finds each of them for who may see it; a secret is masked even there.
  expect(await seen(owner.token)).toEqual(new Set(['bcrt1q-money', '987654321', 'host-of-settings']))
})

it.each([4, 1059, 1060])('shows a blocked private message to owners alone: kind %d (SAFE-05)', async kind => {
  world.answer = () => ({ status: 200, body: block })
  const { url, hash } = await world.post()
  const event = signer().sign({ kind, content: `our secret: ${url}`, tags: [['p', signer().pubkey]] })
  await world.send(event)
  await world.judged()
  const shownTo = async (role: 'owner' | 'operator' | 'moderator') => {
    const { token } = await putAdmin(world.relay, role)
    const { status, body } = await world.relay.call(`/api/moderation/blocked-event/${event.id}`, { token })
    const cases = (await world.relay.call('/api/moderation/notifications', { token })).body.notifications
    const row = cases.find((found: { event_id: string }) => found.event_id === event.id)
    expect(row.state).toBe('blocked')
    return [status, body.event ?? null, JSON.stringify(row).includes(hash)]
  }
  expect(await shownTo('owner')).toEqual([200, event, false])
  for (const role of ['operator', 'moderator'] as const) expect(await shownTo(role)).toEqual([404, null, false])
})
