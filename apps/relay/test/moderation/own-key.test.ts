import { generateSecretKey, getPublicKey, nip19, verifyEvent } from 'nostr-tools'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startHttpService } from '../support/http-service.ts'
import { putAdmin } from '../support/people.ts'
import { RawClient } from '../support/raw-client.ts'
import { signer } from '../support/signer.ts'
import { block, type ModerationWorld, openModerationWorld } from './moderation-world.ts'

let world: ModerationWorld
beforeAll(async () => {
  world = await openModerationWorld()
})
afterAll(() => world.close())

it('signs results of X handles, tickets and answers to disputes by general.private_key, also once that is replaced, and sends all three to open subscriptions (IDENT-02, IDENT-04)', {
  timeout: 60_000,
}, async () => {
  const mirror = await startHttpService(({ url }, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(`<div class="profile-card"><a class="profile-card-username">@${url?.slice(1)}</a></div>`),
  )
  const xnostr = {
    xnostr_enabled: true,
    xnostr_browser_path: process.env.CHROMIUM_PATH,
    xnostr_nitter: {
      instances: [{ url: mirror.url, priority: 1 }],
      requests_per_minute: 100,
      failure_threshold: 2,
      recovery_threshold: 1,
    },
  }
  expect((await world.call('/api/settings/xnostr', { xnostr })).body).toMatchObject({ message: expect.any(String) })
  world.answer = () => ({ status: 200, body: block })
  const ownersToken = (await putAdmin(world.relay, 'owner')).token
  const { checks } = world.relay.context.xnostr
  const listener = await RawClient.connect(world.relay.publicUrl)
  listener.say('REQ', 'live', { kinds: [555] })
  await listener.hear('EOSE', 'live')
  for (const secret of [generateSecretKey(), generateSecretKey()]) {
    const private_key = nip19.nsecEncode(secret)
    const owner = await world.relay.call('/api/settings/general', {
      token: ownersToken,
      body: { general: { private_key } },
    })
    expect(owner.status).toBe(200)
    const author = signer()
    const reader = await RawClient.connect(world.relay.publicUrl)
    const tags = [
      ['relay', world.relay.publicUrl],
      ['challenge', await reader.challenge()],
    ]
    const auth = author.sign({ kind: 22_242, tags })
    reader.say('AUTH', auth)
    await reader.hear('OK', auth.id)
    reader.say('REQ', 'own', { kinds: [19_841, 19_843] })
    await reader.hear('EOSE', 'own')
    const { event } = await world.post(author)
    const profile = author.sign({ kind: 0, content: JSON.stringify({ x: `@h${author.pubkey.slice(0, 10)}` }) })
    await world.send(profile)
    await world.judged()
    const [ticket] = await world.events({ kinds: [19_841], '#p': [author.pubkey] }, author)
    await world.send(author.sign({ kind: 19_842, tags: [['e', ticket?.id ?? '']] }))
    await world.relay.context.judges.images.settled()
    await world.call('/api/moderation/unblock', { event_id: event.id })
    const [answer] = await world.events({ kinds: [19_843], '#p': [author.pubkey] }, author)
    await checks.settled()
    await checks.round()
    const [result] = await world.events({ kinds: [555], '#p': [author.pubkey] })
    await expect.poll(() => listener.heard.at(-1)).toEqual(['EVENT', 'live', result])
    const own = () => reader.heard.filter(([type, name]) => type === 'EVENT' && name === 'own').map(([, , one]) => one)
    await expect.poll(own).toEqual([ticket, answer])
    reader.close()
    const published = [result, ticket, answer]
    expect(published.map(one => one?.pubkey)).toEqual(Array(3).fill(getPublicKey(secret)))
    expect(published.every(one => one && verifyEvent(one))).toBe(true)
  }
  listener.close()
  await mirror.close()
})
