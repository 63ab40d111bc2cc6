import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterEach, expect, it } from 'vitest'
import { openConsole } from '../support/console-visit.ts'
import { health } from '../support/stubs/stub-wallet.ts'
import { pubkey, user } from '../support/visitor.ts'

const site = openConsole(relay => relay.answers.set('GET /user-exist', { body: { exists: true } }))

interface Elsewhere {
  readonly url: string
  /** Calls with what they carried. */
  readonly calls: { readonly call: string; readonly headers: IncomingHttpHeaders }[]
}

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'Origin, Content-Type, Accept, Authorization',
  'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
}

/** A server on another port that other origins may read, as those of the family. */
async function startElsewhere(answer: RequestListener): Promise<Elsewhere> {
  const calls: Elsewhere['calls'] = []
  const listening = createServer((request, response) => {
    for (const [name, value] of Object.entries(cors)) response.setHeader(name, value)
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    calls.push({ call: `${request.method} ${request.url}`, headers: request.headers })
    answer(request, response)
  })
  listening.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  stops.push(() => {
    listening.closeAllConnections()
    listening.close()
  })
  return { url: `http://127.0.0.1:${(listening.address() as AddressInfo).port}`, calls }
}

const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const familyServer =
  (rest: (request: IncomingMessage, response: ServerResponse) => void): RequestListener =>
  (request, response) => {
    const event = { kind: 1, pubkey, created_at: 1_795_334_645, tags: [], content: 'challenge' }
    if (request.url === '/user-exist') return void json(response, 200, { exists: true, allowSignup: false })
    if (request.url === '/login') return void json(response, 200, { event })
    if (request.url === '/verify')
      return void json(response, 200, { token: 'of-elsewhere', user: { id: 1, npub: pubkey } })
    rest(request, response)
  }

async function signInAt(page: Page, url: string, walletUrl = ''): Promise<void> {
  await page.getByRole('button', { name: 'Use another server' }).click()
  await page.getByLabel('Address of the admin API').fill(`${url}/`)
  await page.getByLabel('Address of the wallet').fill(walletUrl)
  await page.getByRole('button', { name: 'Use this server' }).click()
  await page.getByText(url).waitFor()
  await page.getByText('Your key').waitFor()
  await page.getByLabel('Password', { exact: true }).fill('Correct1horse')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Relay dashboard' }).waitFor()
}

it('signs in at an entered address, and sends its token nowhere else (API-01, FAMILY-01)', async () => {
  const trap = await startElsewhere((_, response) => void json(response, 200, []))
  const elsewhere = await startElsewhere(
    familyServer((request, response) => {
      // A redirect to an address that nobody entered.
      if (request.url === '/api/kinds') return void response.writeHead(307, { location: `${trap.url}/api/kinds` }).end()
      if (request.url === '/api/addresses') return void json(response, 200, null)
      json(response, 404, { error: 'Not found' })
    }),
  )
  const page = await site.go('/auth/login', { extensionAfterMs: 0 })
  await page.getByRole('button', { name: 'Use another server' }).click()
  await page.getByLabel('Address of the admin API').fill('http://relay.example.com')
  await page.getByRole('button', { name: 'Use this server' }).click()
  await page.getByText('Enter an address with https://').waitFor()
  await page.reload()
  const purse = await startElsewhere((_, response) => void json(response, 404, {}))
  await signInAt(page, elsewhere.url, purse.url)
  await expect.poll(() => purse.calls.map(({ call }) => call)).toContain('GET /challenge')
  expect(purse.calls.filter(({ headers }) => headers.authorization)).toEqual([])
  await page.goto(`${site.relay.url}/nostr-stats`)
  await expect.poll(() => elsewhere.calls.filter(({ call }) => call === 'GET /api/kinds').length).toBeGreaterThan(1)
  expect(elsewhere.calls.some(({ headers }) => headers.authorization === 'Bearer of-elsewhere')).toBe(true)
  expect(trap.calls).toEqual([])
  const ofThePage = site.relay.received.filter(({ headers }) => headers.authorization?.includes('of-elsewhere'))
  expect(ofThePage).toEqual([])
  // Another address: the session has ended there, and its token is not sent to this one.
  await page.goto(`${site.relay.url}/theme.js`)
  await page.evaluate(url => {
    localStorage.setItem('addresses', JSON.stringify({ admin: url, wallet: '' }))
  }, trap.url)
  await page.goto(site.relay.url)
  await page.waitForURL('**/auth/login')
  expect(trap.calls.filter(({ headers }) => headers.authorization)).toEqual([])
})

it("WAPI-07: sends the console's token to no wallet at another address, and the wallet's only there (FAMILY-01)", async () => {
  const event = { kind: 1, pubkey, created_at: 1, tags: [], content: 'challenge' }
  site.relay.answers.set('POST /login', { body: { event } })
  site.relay.answers.set('POST /verify', { body: { token: 'of-console', user } })
  let state = 'locked'
  const purse = await startElsewhere((request, response) => {
    const path = request.url?.split('?')[0]
    if (path === '/challenge') return void json(response, 200, event)
    if (path === '/verify') return void json(response, 200, { token: 'of-purse' })
    if (path === '/health') return void json(response, 200, { ...health, wallet: state })
    if (path !== '/unlock') return void json(response, 404, {})
    state = 'unlocked'
    json(response, 200, { message: 'ok' })
  })
  const page = await site.go('/auth/login', { extensionAfterMs: 0 })
  await signInAt(page, site.relay.url, purse.url)
  await page.getByRole('button', { name: 'Unlock', exact: true }).first().click()
  await page.getByLabel('Wallet password').fill('correct')
  await page.getByRole('dialog').getByRole('button', { name: 'Unlock', exact: true }).click()
  const unlocked = () => purse.calls.find(({ call }) => call === 'POST /unlock')
  await expect.poll(() => unlocked()?.headers.authorization).toBe('Bearer of-purse')
  expect(JSON.stringify(purse.calls)).not.toContain('of-console')
  expect(JSON.stringify(site.relay.received)).toContain('of-console')
  expect(JSON.stringify(site.relay.received)).not.toContain('of-purse')
})

it('offers every page of a server of ours, also where one of another kind was signed in to before (FAMILY-02)', async () => {
  site.relay.answers.set('POST /login', {
    body: { event: { kind: 1, pubkey, created_at: 1, tags: [], content: 'challenge' } },
  })
  site.relay.answers.set('POST /verify', { body: { token: 'token', user } })
  const page = await site.go('/theme.js', { extensionAfterMs: 0 })
  await page.evaluate(() => localStorage.setItem('dialect', '2025-05'))
  await page.goto(`${site.relay.url}/auth/login`)
  await page.getByText('Your key').waitFor()
  await page.getByLabel('Password', { exact: true }).fill('Correct1horse')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Relay dashboard' }).waitFor()
  const menu = () => page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allTextContents()
  await expect
    .poll(menu)
    .toEqual(expect.arrayContaining(['Relay settings', 'Moderation', 'Media', 'Subscribers', 'Health']))
})

it('survives a server that answers with wrong types, without an end, or with 100 MB', async () => {
  const junk = Buffer.alloc(1024 * 1024, '[')
  const flood = (response: ServerResponse, times: number) => {
    let left = times
    const more = () => {
      while (left-- > 0) if (!response.write(junk)) return void response.once('drain', more)
      response.end()
    }
    more()
  }
  const elsewhere = await startElsewhere(
    familyServer((request, response) => {
      const path = request.url?.split('?')[0]
      if (path === '/api/kinds') return flood(response, 100)
      if (path === '/api/timeseries') return flood(response, Number.POSITIVE_INFINITY)
      if (path === '/api/barchartdata') return void json(response, 200, { notes: 'many' })
      if (path === '/api/activitydata') return void response.end('<html>')
      if (path === '/api/balance/usd') return void json(response, 200, [null])
      if (path === '/api/transactions/latest') return void json(response, 200, 'none')
      if (path === '/api/payment/notifications') return void json(response, 200, { notifications: { 1: null } })
      json(response, 200, { settings: 7, relay_settings: [], blocked_pubkeys: 'xyz' })
    }),
  )
  const page = await site.go('/auth/login', { extensionAfterMs: 0 })
  await signInAt(page, elsewhere.url)
  await page.getByText('An error occurred', { exact: true }).first().waitFor()
  for (const name of ['Relay settings', 'Access control', 'Nostr Statistics', 'Relay dashboard']) {
    await page.getByRole('link', { name, exact: true }).first().click()
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
})
