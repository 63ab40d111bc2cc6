import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { messages } from '@hornets/contract'
import { fileMessages } from '@hornets/contract/admin/files/file-messages'
import { email, outgoing, s3, secretMask } from '@hornets/contract/admin/settings'
import { openSocksDouble } from '@hornets/server/outgoing/testing/socks-double'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Relay, startRelay } from '../../harness.ts'
import { startHttpService } from '../../support/http-service.ts'
import { type MailServer, startMailServer } from '../../support/mail-server.ts'
import { putAdmin } from '../../support/people.ts'
import { type S3Server, startS3Server } from '../../support/servers/s3-server.ts'

let post: MailServer
let bucket: S3Server
let relay: Relay
let token: string
beforeAll(async () => {
  post = await startMailServer()
  bucket = await startS3Server()
  relay = await startRelay()
  ;({ token } = await relay.signedIn())
})
afterAll(async () => {
  await relay.close()
  await bucket.close()
  await post.close()
})

type Values = Record<string, unknown>
const get = async (group: string, as = token) => (await relay.call(`/api/settings/${group}`, { token: as })).body[group]
const save = (group: string, values: Values, as = token) =>
  relay.call(`/api/settings/${group}`, { token: as, body: { [group]: values } })
const test = async (group: string, values: Values = {}, as = token) =>
  relay.call(`/api/services/${group}/test`, { token: as, body: { [group]: values } })
const mailPort = () => Number(post.smtp.url.port)
const mailServer = () => ({
  server: '127.0.0.1',
  port: mailPort(),
  encryption: 'starttls',
  user: 'relay@mail.example',
  password: 'mail secret',
})

describe('email', () => {
  it('is sent by the server that an owner saves, without a restart, and no more once it is removed (SERVICE-09)', async () => {
    const invite = async () => {
      const body = { role: 'viewer', email: 'guest@mail.example' }
      return (await relay.call('/api/admins/invitations', { token, body })).body.mail
    }
    await save('email', { server: '' })
    expect(await invite()).toBe('off')
    expect((await save('email', mailServer())).body).toEqual({ message: 'Settings saved', restart: [] })
    expect([await invite(), (await post.mailTo('guest@mail.example')).raw]).toEqual([
      'sent',
      expect.stringContaining('From: relay@mail.example'),
    ])
    await save('email', { server: '' })
    expect(await invite()).toBe('off')
  })

  it('needs a sender, and a port that exists', async () => {
    const { fields } = (await save('email', { server: 'mail.example', user: 'relay', password: '' })).body
    expect(fields).toEqual({ sender: messages.senderNeeded })
    for (const [key, value] of [
      ['port', 0],
      ['port', 65_536],
      ['server', 'smtp://mail.example'],
      ['server', 'mail.example:465'],
      ['sender', 'relay'],
    ] as const)
      expect([key, Object.keys((await save('email', { [key]: value })).body.fields)]).toEqual([key, [key]])
  })

  it('is tested by a sign-in that sends nothing, with the unsaved values (SERVICE-02)', async () => {
    const before = { ...(await get('email')) }
    const [mails, logins] = [post.mails.length, post.state.logins]
    expect((await test('email', mailServer())).body).toMatchObject({
      ok: true,
      answer: expect.stringContaining('127.0.0.1'),
    })
    expect([post.mails.length, post.state.logins, await get('email')]).toEqual([mails, logins + 1, before])
    const wrong = await test('email', { ...mailServer(), password: 'other' })
    expect(wrong.body).toMatchObject({ ok: false, error: messages.mailSignInRefused })
    expect(JSON.stringify(wrong.body)).not.toContain('other')
    expect((await test('email', { ...mailServer(), port: 1 })).body).toMatchObject({ error: messages.mailUnreachable })
    expect((await test('email', { server: '' })).body).toMatchObject({ error: messages.noMailServer })
  })
})

describe('a bucket for files', () => {
  const values = () => ({
    address: `${new URL(bucket.url()).origin}/hornets-files/mine`,
    region: 'eu-test-1',
    access_key: 'S3RVER',
    secret_key: 'S3RVER',
  })
  const stores = async () => (await relay.call('/api/files/stores', { token })).body
  const target = async (store: string) =>
    relay.call('/api/files/stores/target', { token, method: 'PUT', body: { store } })

  it('takes files once an owner saves it, without a restart, and none once it is removed (SERVICE-09)', async () => {
    expect((await stores()).stores).toMatchObject([{ name: 'disk' }])
    expect((await save('s3', { ...values(), secret_key: '' })).body.fields).toEqual({
      secret_key: messages.fieldRequired,
    })
    expect((await save('s3', values())).body.restart).toEqual([])
    expect((await stores()).stores).toMatchObject([
      { name: 'disk' },
      { name: 's3', isSetUp: true, place: expect.stringMatching(/^127\.0\.0\.1:\d+\/hornets-files\/mine$/) },
    ])
    expect((await target('s3')).status).toBe(200)
    await target('disk')
    await save('s3', { address: '' })
    expect((await stores()).stores).toMatchObject([{ name: 'disk' }])
    expect((await target('s3')).status).toBe(503)
  })

  it('is tested with the unsaved values, and nothing is written (SERVICE-02)', async () => {
    bucket.state.calls.length = 0
    const before = await get('s3')
    expect((await test('s3', values())).body).toMatchObject({ ok: true })
    expect(await get('s3')).toEqual(before)
    expect(bucket.state.calls.every(call => call.startsWith('GET '))).toBe(true)
    expect((await test('s3', { ...values(), secret_key: 'wrong' })).body).toMatchObject({
      ok: false,
      error: fileMessages.s3KeyRefused,
    })
    const missing = values().address.replace('hornets-files', 'no-such-bucket')
    expect((await test('s3', { ...values(), address: missing })).body).toMatchObject({ error: fileMessages.s3NoBucket })
    for (const address of ['ftp://a/bucket', 'https://key:secret@a/bucket', 'https://a', 'https://a/B'])
      expect((await save('s3', { address })).body.fields).toEqual({ address: messages.bucketInvalid })
  })
})

describe('outgoing connections', () => {
  it('use the proxy that an owner saves, from then on, and none once it is removed (SERVICE-02)', async () => {
    const model = await startHttpService((_request, response) => response.end('{"response":"true"}'))
    onTestFinished(() => model.close())
    const user = { name: 'relay', password: 'circuit' }
    const proxy = await openSocksDouble({ user, route: () => ({ port: Number(new URL(model.url).port) }) })
    onTestFinished(() => proxy.close())
    const ask = async () => (await test('ollama', { url: 'http://model.example/api/generate' })).body
    const saved = { proxy: `socks5h://${proxy.url.host}`, user: 'relay', password: 'circuit' }
    expect((await test('outgoing', saved)).body).toMatchObject({ ok: true, answer: proxy.url.host })
    expect((await test('outgoing', { ...saved, password: 'wrong' })).body.error).toBe(messages.proxyRefuses)
    expect((await test('outgoing', { ...saved, proxy: 'socks5h://127.0.0.1:1' })).body.error).toBe(messages.proxySilent)
    expect((await save('outgoing', saved)).body.restart).toEqual([])
    expect([await ask(), proxy.calls.map(({ host }) => host)]).toMatchObject([{ ok: true }, ['model.example']])
    await save('outgoing', { proxy: '', user: '', password: '' })
    expect([(await ask()).ok, proxy.calls.length]).toEqual([false, 1])
    expect((await test('outgoing')).body.error).toBe(messages.noProxy)
  })

  it('refuse an address of another protocol, half a sign-in, and impossible ports', async () => {
    for (const [values, field] of [
      [{ proxy: 'http://127.0.0.1:9050' }, 'proxy'],
      [{ proxy: 'socks5h://user:word@127.0.0.1:9050' }, 'proxy'],
      [{ user: 'relay' }, 'password'],
      [{ fetch_ports: '80,70000' }, 'fetch_ports'],
    ] as const)
      expect([values, Object.keys((await save('outgoing', values)).body.fields)]).toEqual([values, [field]])
  })
})

describe('their states', () => {
  const shown = async (group: string) => {
    const { body } = await relay.call('/api/services', { token })
    return body.find((service: { group: string }) => service.group === group)
  }

  it('show the mail server as off, waiting, running or failing, and since when (SERVICE-03, SERVICE-04)', async () => {
    const invite = () =>
      relay.call('/api/admins/invitations', { token, body: { role: 'viewer', email: 'guest@mail.example' } })
    await save('email', { server: '' })
    expect(await shown('email')).toMatchObject({ state: 'off', per_minute: expect.any(Number) })
    const { since } = await shown('email')
    await save('email', mailServer())
    expect(await shown('email')).toMatchObject({ state: 'waiting', queue: 0 })
    expect(Date.parse((await shown('email')).since)).toBeGreaterThan(Date.parse(since))
    const before = (await shown('email')).per_minute
    await invite()
    const { error, ...running } = await shown('email')
    expect([running, error]).toMatchObject([{ state: 'running', per_minute: before + 1 }, undefined])
    await save('email', { ...mailServer(), port: 1 })
    await invite()
    const failing = { state: 'failing', error: messages.mailFails, detail: expect.stringContaining('did not take') }
    expect(await shown('email')).toMatchObject(failing)
    await save('email', { server: '' })
    expect(await shown('email')).toMatchObject({ state: 'off' })
  })

  it('show the bucket as off, waiting, running or failing (SERVICE-04)', async () => {
    const look = () =>
      relay.context.media
        .s3()
        ?.list()
        .next()
        .catch(() => null)
    expect(await shown('s3')).toMatchObject({ state: 'off' })
    const values = { region: 'eu-test-1', access_key: 'S3RVER', secret_key: 'S3RVER' }
    const { origin } = new URL(bucket.url())
    await save('s3', { ...values, address: `${origin}/no-such-bucket` })
    expect(await shown('s3')).toMatchObject({ state: 'waiting' })
    await look()
    expect(await shown('s3')).toMatchObject({ state: 'failing', error: fileMessages.s3NoBucket })
    await save('s3', { ...values, address: `${origin}/hornets-files` })
    await look()
    expect(await shown('s3')).toMatchObject({ state: 'running', per_minute: 1 })
    await save('s3', { address: '' })
  })

  it('show the proxy as off, running or failing (SERVICE-04)', async () => {
    const proxy = await openSocksDouble({})
    onTestFinished(() => proxy.close())
    const use = (address: string) => save('outgoing', { proxy: address, user: '', password: '' })
    const silent = { state: 'failing', error: messages.proxySilent, since: expect.any(String) }
    expect(await shown('outgoing')).toMatchObject({ state: 'off' })
    await use('socks5h://127.0.0.1:1')
    await expect.poll(() => shown('outgoing')).toMatchObject(silent)
    await use(`socks5h://${proxy.url.host}`)
    await expect.poll(() => shown('outgoing')).toMatchObject({ state: 'running' })
    await use('')
    expect(await shown('outgoing')).toMatchObject({ state: 'off' })
  })
})

describe('their secrets', () => {
  it('are masked, sealed on the disk, and in no entry of the audit log', async () => {
    await save('email', { ...mailServer(), password: 'mail secret' })
    expect(await get('email')).toMatchObject({ user: 'relay@mail.example', password: secretMask })
    const audit = await relay.call('/api/audit?action=settings.save', { token })
    expect(JSON.stringify(audit.body)).not.toContain('mail secret')
    for (const name of ['admin.db', 'admin.db-wal'])
      expect((await readFile(join(relay.dataDir, name)).catch(() => Buffer.alloc(0))).includes('mail secret')).toBe(
        false,
      )
  })

  it.each([
    ['email', { server: 'evil.example' }, 'password'],
    ['email', { encryption: 'tls' }, 'password'],
    ['email', { port: 26 }, 'password'],
  ])('are not sent anywhere else: %s with %j needs them again', async (group, values, key) => {
    await save('email', mailServer())
    expect((await save(group, { ...values, [key]: secretMask })).body.fields).toEqual({ [key]: messages.secretAgain })
    expect((await test(group, values)).body).toMatchObject({ ok: false, error: messages.secretAgain })
    expect(await get('email')).toMatchObject({ server: '127.0.0.1', port: mailPort() })
  })

  it('and where they lead are changed and tried by owners only, who confirm their password', async () => {
    const operator = await putAdmin(relay, 'operator')
    for (const [group, values] of [
      [email.name, { server: 'evil.example' }],
      [s3.name, { address: 'https://evil.example/bucket' }],
      [outgoing.name, { proxy: 'socks5h://evil.example:1080' }],
    ] as const)
      expect([
        (await save(group, values, operator.token)).status,
        (await test(group, values, operator.token)).status,
      ]).toEqual([403, 403])
    expect((await test('email', {}, operator.token)).status).toBe(200)
  })
})

describe('a setting of the environment', () => {
  it('is named by its variable, masked, and cannot be changed (SERVICE-09)', async () => {
    const s3Address = bucket.address()
    const basePort = Number(new URL(relay.publicUrl).port) + 2
    const config = { smtp: post.smtp, s3: s3Address, fetchPorts: 'any', demoMode: 'on', basePort } as const
    const other = await startRelay({ config })
    onTestFinished(() => other.close())
    const { token: theirs } = await other.signedIn()
    const ask = async (path: string, body?: unknown) => other.call(path, { token: theirs, body })
    const { fixed } = (await ask('/api/environment')).body
    const said = (name: string) =>
      fixed.flatMap(({ group, key, variable }: Record<string, string>) => (group === name ? `${key} ${variable}` : []))
    const ofMail = ['server', 'port', 'encryption', 'user', 'password'].map(key => `${key} SMTP_URL`)
    expect(said('email')).toEqual([...ofMail, 'sender SMTP_URL, MAIL_FROM'])
    expect(said('s3')).toEqual(['address', 'region', 'access_key', 'secret_key'].map(key => `${key} S3_URL`))
    expect(fixed).toContainEqual({ group: 'outgoing', key: 'fetch_ports', variable: 'FETCH_PORTS' })
    expect(fixed).toContainEqual({ group: 'general', key: 'demo_mode', variable: 'DEMO_MODE' })
    expect(fixed).toContainEqual({ group: 'general', key: 'port', variable: 'PORT', isSavable: true })
    expect(fixed.filter(({ key }: { key: string }) => key === 'proxy')).toEqual([])
    const { general } = (await ask('/api/settings/general')).body
    expect(general.demo_mode).toBe(true)
    const off = await ask('/api/settings/general', { general: { demo_mode: false } })
    expect(off.body.fields).toEqual({ demo_mode: messages.setByEnvironment })
    expect((await ask('/api/settings/general', { general: { port: '9100' } })).status).toBe(200)
    expect((await ask('/api/settings/email')).body.email).toEqual({
      server: '127.0.0.1',
      port: mailPort(),
      encryption: 'starttls',
      user: 'relay@mail.example',
      password: secretMask,
      sender: 'relay@mail.example',
    })
    const refused = await ask('/api/settings/email', { email: { server: 'mail.example' } })
    expect([refused.status, refused.body.fields]).toEqual([400, { server: messages.setByEnvironment }])
    // As the console posts it: everything, of which one is new.
    const whole = { ...(await ask('/api/settings/outgoing')).body.outgoing, fetch_names: 'proxy' }
    expect((await ask('/api/settings/outgoing', { outgoing: whole })).status).toBe(200)
    expect((await ask('/api/environment')).body.fixed).toEqual(fixed)
    expect(JSON.stringify([fixed, whole])).not.toMatch(/mail secret|S3RVER/)
  })

  it('is refused as a daily limit by its name, while the others can be saved (SERVICE-09)', async () => {
    const other = await startRelay({ config: { dailyMegabytes: { eventsPerKey: 7, filesPerAddress: 5 } } })
    onTestFinished(() => other.close())
    const { token: theirs } = await other.signedIn()
    const post = (dailyMegabytes: unknown) =>
      other.call('/api/relay-settings', { token: theirs, body: { relay_settings: { dailyMegabytes } } })
    const read = async () => (await other.call('/api/relay-settings', { token: theirs })).body
    const daily = (await read()).relay_settings.dailyMegabytes
    const refused = await post({ ...daily, eventsPerKey: 8, filesPerKey: 9 })
    expect([refused.status, refused.body.code, refused.body.fields]).toEqual([
      400,
      'invalid_fields',
      { 'dailyMegabytes.eventsPerKey': messages.setByEnvironment },
    ])
    expect(await read()).toMatchObject({
      fixed: ['eventsPerKey', 'filesPerAddress'],
      relay_settings: { dailyMegabytes: daily },
    })
    expect((await post({ ...daily, filesPerKey: 9 })).status).toBe(200)
    expect((await read()).relay_settings.dailyMegabytes).toEqual({ ...daily, filesPerKey: 9 })
  })
})
