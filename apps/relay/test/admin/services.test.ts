import { messages } from '@hornets/contract'
import { imageModeration } from '@hornets/contract/admin/settings'
import { OutsideService } from '@hornets/server/outgoing/outside-service'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { type Relay, startRelay } from '../harness.ts'
import { startHttpService, textOf } from '../support/http-service.ts'
import { putAdmin } from '../support/people.ts'
import { RawClient } from '../support/raw-client.ts'

let relay: Relay
let token: string
beforeAll(async () => {
  relay = await startRelay()
  ;({ token } = await relay.signedIn())
})
afterAll(() => relay.close())

type Answering = Parameters<typeof startHttpService>[0]

async function serve(answer: Answering) {
  const service = await startHttpService(answer)
  onTestFinished(() => service.close())
  return service
}

const json =
  (answer: unknown, status = 200): Answering =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))

const test = async (group: string, values: Record<string, unknown>) => {
  const { status, body } = await relay.call(`/api/services/${group}/test`, { token, body: { [group]: values } })
  expect(status).toBe(200)
  expect(body.took_ms).toBeGreaterThanOrEqual(0)
  return body
}

it('refuses tests by admins who cannot save settings, and of groups without a service', async () => {
  const moderator = await putAdmin(relay, 'moderator')
  const body = { ollama: {} }
  expect((await relay.call('/api/services/ollama/test', { token: moderator.token, body })).status).toBe(403)
  expect((await relay.call('/api/services/ollama/models', { token: moderator.token })).status).toBe(403)
  expect((await relay.call('/api/services/wallet/test', { token, body: { wallet: {} } })).status).toBe(400)
})

it('lists each group with its state and caches with their use, off without an engine (SERVICE-03, CACHE-05)', async () => {
  const fresh = await startRelay()
  onTestFinished(() => fresh.close())
  const viewer = await putAdmin(fresh, 'viewer')
  const openedBy = Date.now()
  const { status, body } = await fresh.call('/api/services', { token: viewer.token })
  expect(status).toBe(200)
  const judges = ['image_moderation', 'content_filter', 'ollama', 'nest_feeder', 'xnostr']
  const others = ['query_cache', 'email', 's3', 'outgoing']
  expect(body.map(({ group }: { group: string }) => group)).toEqual([...judges, ...others])
  for (const report of body) {
    const use = { entries: 0, hits: 0, misses: 0, bytes: 0 }
    const { since, ...rest } = report
    expect(rest).toMatchObject({ group: report.group, state: 'off', queue: 0, per_minute: 0, latency_ms: 0 })
    const hasCache = ['content_filter', 'ollama', 'nest_feeder'].includes(report.group)
    expect([report.group, rest.error, rest.cache]).toEqual([report.group, undefined, hasCache ? use : undefined])
    expect(Math.abs(Date.parse(since) - openedBy)).toBeLessThan(120_000)
  }
  const { token: owners } = await putAdmin(fresh, 'owner')
  const on = { query_cache: { enabled: true } }
  await fresh.call('/api/settings/query_cache', { token: owners, body: on })
  const ofCache = ({ group }: { group: string }) => group === 'query_cache'
  const shown = async () => (await fresh.call('/api/services', { token: owners })).body.find(ofCache)
  const cache = async () => (await shown()).cache
  const before = await cache()
  const { since } = await shown()
  expect(Date.parse(since)).toBeGreaterThan(Date.parse(body.find(ofCache).since))
  const client = await RawClient.connect(fresh.publicUrl)
  for (const kind of [1, 1, 1, 7]) await client.stored({ kinds: [kind], authors: ['a'.repeat(64)] })
  client.close()
  const { entries, hits, misses, bytes } = await cache()
  // As text, and with another option: it is on as before.
  await fresh.call('/api/settings/query_cache', {
    token: owners,
    body: { query_cache: { enabled: 'true', max_entries: 5 } },
  })
  expect(await shown()).toMatchObject({ state: 'running', since })
  expect([entries - before.entries, hits - before.hits, misses - before.misses]).toEqual([2, 2, 2])
  expect(bytes).toBeGreaterThan(before.bytes)
})

it('tests the judge of images with an image, and says what it answered (SERVICE-01, SERVICE-02)', async () => {
  let received = ''
  const judge = await serve(async (request, response) => {
    received = await textOf(request)
    await new Promise(go => setTimeout(go, 60))
    json({ content_level: 0, decision: 'ALLOW', category: 'neutral', confidence: 0.9, explanation: 'grey' })(
      request,
      response,
    )
  })
  const values = { image_moderation_api: `${judge.url}/moderate`, mode: 'strict', threshold: 0.7 }
  const { took_ms, ...said } = await test('image_moderation', values)
  expect([said, took_ms >= 50]).toEqual([{ ok: true, answer: 'ALLOW · neutral · grey' }, true])
  expect(judge.asked[0]).toMatchObject({ method: 'POST', url: '/moderate' })
  expect(received).toMatch(/name="file"; filename="test.png"\r\ncontent-type: image\/png\r\n\r\n.PNG/)
  expect(received).toMatch(/name="moderation_mode"\r\n\r\nstrict\r\n/)
  expect(received).toMatch(/name="threshold"\r\n\r\n0.7\r\n/)
})

it('uses the unsaved values for a test of each other group, and saves none of them (SERVICE-01, SERVICE-02)', async () => {
  const saves = () =>
    Promise.all(
      ['image_moderation', 'ollama', 'nest_feeder', 'xnostr'].map(
        async group => (await relay.call(`/api/settings/${group}`, { token })).body,
      ),
    )
  const before = await saves()
  let asked = ''
  const model = await serve(async (request, response) => {
    asked = await textOf(request)
    json({ response: ' true\n' })(request, response)
  })
  expect(await test('ollama', { ollama_url: `${model.url}/api/generate`, ollama_model: 'phi' })).toMatchObject({
    ok: true,
    answer: 'true',
  })
  expect(JSON.parse(asked)).toMatchObject({ model: 'phi' })
  const feeder = await serve(json({ pass: false, reason: 'spam' }))
  // As the form has it, without a scheme.
  const url = `${new URL(feeder.url).host}/feed`
  expect(await test('nest_feeder', { url })).toMatchObject({ ok: true, answer: 'pass: false · spam' })
  const mirror = await serve((_request, response) => response.end('<html><title>Nitter</title></html>'))
  const nitter = { instances: [{ url: mirror.url, priority: 1 }] }
  const saved = (await relay.call('/api/settings/xnostr', { token })).body.xnostr.nitter
  expect(await test('xnostr', { xnostr_nitter: { ...saved, ...nitter } })).toMatchObject({ ok: true, answer: 'Nitter' })
  expect(await test('xnostr', {})).toMatchObject({ ok: false, error: messages.noMirror })
  expect(await saves()).toEqual(before)
})

it.each<[string, Record<string, unknown>, string, Answering]>([
  ['an error', {}, messages.serviceStatus, json({ error: "model 'phi' not found" }, 404)],
  ['another form', {}, messages.serviceUnclear, json({ wrong: true })],
  ['a redirect', {}, messages.serviceRedirect, (_q, response) => response.writeHead(302, { location: '/' }).end()],
  ['nothing', { timeout: 250 }, messages.serviceLate, () => undefined],
])('says in a 200 that a service answered with %s (SERVICE-01, SERVICE-02)', async (_name, values, error, answer) => {
  const model = await serve(answer)
  const body = await test('ollama', { url: `${model.url}/api/generate`, ...values })
  expect(body).toMatchObject({ ok: false, error, detail: expect.any(String) })
  expect(model.asked).toHaveLength(1)
  // By the timeout of the form, not the saved one of ten seconds.
  if (error === messages.serviceLate) expect(body.took_ms).toBeLessThan(9000)
  if (error === messages.serviceStatus) expect(body.detail).toContain("model 'phi' not found")
})

it('returns 200 with the error in a value, or that the service is unreachable (SERVICE-01)', async () => {
  expect(await test('ollama', { url: 'nonsense' })).toMatchObject({ ok: false, error: messages.urlInvalid })
  expect(await test('nest_feeder', { url: '127.0.0.1:1' })).toMatchObject({
    ok: false,
    error: messages.serviceUnreachable,
  })
  expect(await test('nest_feeder', { url: 'file:///etc/hosts' })).toMatchObject({ ok: false })
})

it('lists the models of the saved Ollama server, and none when it is away (SERVICE-05, FILTER-17)', async () => {
  const ollama = await serve((request, response) =>
    request.url === '/api/tags'
      ? json({ models: [{ name: 'mine:7b' }, { name: 'other' }] })(request, response)
      : json({}, 404)(request, response),
  )
  const models = async () => (await relay.call('/api/services/ollama/models', { token })).body
  const save = (url: string) => relay.call('/api/settings/ollama', { token, body: { ollama: { url } } })
  await save(`${ollama.url}/api/generate`)
  expect(await models()).toEqual({ models: ['mine:7b', 'other'] })
  await save('http://127.0.0.1:1/api/generate')
  expect(await models()).toEqual({ models: [] })
})

it('shows each service as off until it is turned on, and again when it is turned off (SERVICE-04)', async () => {
  const states = async () => {
    const { body } = await relay.call('/api/services', { token })
    return Object.fromEntries(body.map(({ group, state }: { group: string; state: string }) => [group, state]))
  }
  const turn = async (isOn: boolean) => {
    for (const group of ['image_moderation', 'content_filter', 'nest_feeder', 'query_cache']) {
      const body = { [group]: { enabled: isOn } }
      expect((await relay.call(`/api/settings/${group}`, { token, body })).status).toBe(200)
    }
  }
  await turn(true)
  const judges = { image_moderation: 'waiting', content_filter: 'waiting', nest_feeder: 'waiting' }
  expect(await states()).toMatchObject({ ...judges, query_cache: 'running', ollama: 'off', xnostr: 'off' })
  await turn(false)
  expect(new Set(Object.values(await states()))).toEqual(new Set(['off']))
})

it('shows a service that fails with its error, and one that works with its pace (SERVICE-03, SERVICE-04)', async () => {
  const own = await startRelay()
  onTestFinished(() => own.close())
  const viewer = await putAdmin(own, 'viewer')
  const { serviceStates, wayOut, now } = own.context
  let isDead = true
  const judge = await serve(async (request, response) => {
    await new Promise(go => setTimeout(go, 50))
    json({ ok: true }, isDead ? 503 : 200)(request, response)
  })
  const service = new OutsideService({ wayOut, now })
  serviceStates.register('image_moderation', () => ({ ...service.state(), queue: 3 }))
  const shown = async () => (await own.call('/api/services', { token: viewer.token })).body[0]
  const ask = () => service.ask({ url: new URL(judge.url), timeoutMs: 5000 }, () => true).catch(() => false)
  expect(await shown()).toMatchObject({ group: imageModeration.name, state: 'off', queue: 3 })
  service.turn(true)
  expect(await shown()).toMatchObject({ state: 'waiting', per_minute: 0 })
  await ask()
  expect(await shown()).toMatchObject({ state: 'failing', error: messages.serviceStatus, per_minute: 1 })
  isDead = false
  await ask()
  const { error, ...running } = await shown()
  expect(running.latency_ms).toBeGreaterThanOrEqual(45)
  expect([running, error]).toMatchObject([{ state: 'running', per_minute: 2 }, undefined])
})
