import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultsOf, ollama } from '@hornets/contract/admin/settings'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildConsole } from '../support/build-console.ts'
import { type KeptVisits, processVisits } from '../support/process-visits.ts'
import { type StubRelay, startStubRelay, status } from '../support/stubs/stub-relay.ts'
import type { Visit, VisitOptions } from '../support/visitor.ts'

let folder: string
let visits: KeptVisits
let relay: StubRelay
let open: Visit

beforeAll(async () => {
  const built = await buildConsole()
  folder = await mkdtemp(join(tmpdir(), 'console-pwa-'))
  await cp(built.folder, folder, { recursive: true })
  await built.remove()
  visits = await processVisits()
})
afterAll(async () => {
  if (folder) await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  relay = await startStubRelay(folder)
  relay.answers.set('GET /api/status', { body: status })
  relay.answers.set('GET /api/blocked-pubkeys', { body: { blocked_pubkeys: [], count: 0 } })
  relay.answers.set('GET /api/relaycount', { body: { kinds: 990, photos: 10, videos: 0, audio: 0, misc: 0 } })
  relay.answers.set('GET /api/barchartdata', { body: [{ month: '2026-08', notes_gb: 1, media_gb: 1 }] })
  relay.answers.set('POST /logout', { body: { message: 'ok' } })
})
afterEach(async () => {
  const complaints = open.complaints.slice()
  // Its storage is that of a relay on another port, so no other test can use the page.
  await visits.end(relay.url, false)
  await relay.stop()
  expect(complaints).toEqual([])
})

async function go(path: string, options: VisitOptions = {}): Promise<Page> {
  open = await visits.begin({ signedIn: true, ...options })
  await open.page.goto(relay.url + path)
  return open.page
}

async function goWithWorker(path: string): Promise<Page> {
  const page = await go(path, { serviceWorker: true })
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  return page
}

describe('without a network', () => {
  const chart = (page: Page) => page.getByRole('slider', { name: 'Storage' })
  const answersKept = (page: Page) =>
    page.evaluate(async () => {
      const opening = indexedDB.open('last-answers')
      await new Promise(done => opening.addEventListener('success', done))
      const database = opening.result
      const names = [...database.objectStoreNames]
      const counts = await Promise.all(
        names.map(async name => {
          const counting = database.transaction(name).objectStore(name).count()
          await new Promise(done => counting.addEventListener('success', done))
          return counting.result
        }),
      )
      database.close()
      return counts.reduce((sum, count) => sum + count, 0)
    })
  const databases = (page: Page) =>
    page.evaluate(async () =>
      (await indexedDB.databases()).map(({ name }) => name).filter(name => name === 'last-answers'),
    )

  it('SHELL-29: opens with the last figures and their time, caches no answers, and clears everything at log-out', async () => {
    const page = await goWithWorker('/')
    const worker = () => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)
    expect(await worker()).toBe(`${relay.url}/service-worker.js`)
    await chart(page).waitFor()
    await page.evaluate(() => {
      // As when the user leaves the tab: the cache is written.
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await expect.poll(() => databases(page)).toEqual(['last-answers'])
    // The database is there before what is written to it.
    await expect.poll(() => answersKept(page)).toBeGreaterThan(0)

    await open.context.setOffline(true)
    await page.goto(`${relay.url}/`)
    await page.getByText('You are offline and this data may be out of date').waitFor()
    await chart(page).waitFor()
    await page.getByText(/As of \d+:\d+ [AP]M\./).waitFor()
    await page.goto(`${relay.url}/auth/login`)
    await expect.poll(() => page.locator('#root').innerText()).not.toBe('')

    const cached = await page.evaluate(async () => {
      const names = await caches.keys()
      const all = await Promise.all(
        names.map(async name => (await (await caches.open(name)).keys()).map(({ url }) => url)),
      )
      return all.flat().map(url => new URL(url).pathname)
    })
    expect(cached).toContain('/index.html')
    expect(cached.filter(path => !/^\/(assets\/.+|[\w-]+\.(html|js|svg|png|webmanifest))$/.test(path))).toEqual([])

    await open.context.setOffline(false)
    await page.goto(`${relay.url}/logout`, { waitUntil: 'commit' })
    await page.waitForURL('**/auth/login')
    await expect.poll(() => databases(page)).toEqual([])
  })
})

describe('a new version', () => {
  const change = async (page: Page) => {
    await appendFile(join(folder, 'service-worker.js'), '\n')
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  }
  const mark = (page: Page) => page.evaluate(() => Object.assign(window, { sameDocument: true }))
  const isMarked = (page: Page) => page.evaluate(() => 'sameDocument' in window)
  const isReloaded = (page: Page) => page.waitForFunction(() => !('sameDocument' in window))

  it('SHELL-30, R-32: waits for an open dialog and says so, else reloads the page immediately', async () => {
    const page = await goWithWorker('/blocked-pubkeys')
    await mark(page)
    await page.getByRole('button', { name: 'Block an author' }).first().click()
    await page.getByRole('dialog').waitFor()
    await change(page)
    await page.getByText('New version ready').waitFor()
    expect(await isMarked(page)).toBe(true)
    await page.keyboard.press('Escape')
    await isReloaded(page)

    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
    await page.getByText('Live', { exact: true }).waitFor()
    await mark(page)
    await change(page)
    await isReloaded(page)
  })

  it('SHELL-30, R-32: waits for an edited form and says so, and reloads the page once it is saved', async () => {
    relay.answers.set('GET /api/services', { body: [] })
    relay.answers.set('GET /api/services/ollama/models', { body: { models: [] } })
    relay.answers.set('GET /api/settings/ollama', { body: { ollama: defaultsOf(ollama) } })
    const page = await goWithWorker('/settings/ollama')
    await mark(page)
    await page.getByLabel('Address').fill('http://other/api')
    await page.getByText('1 field changed').waitFor()
    await change(page)
    await page.getByText('New version ready').waitFor()
    expect(await isMarked(page)).toBe(true)
    relay.answers.set('POST /api/settings/ollama', { body: { message: 'Saved', restart: [] } })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await isReloaded(page)
    expect(relay.calls).toContain('POST /api/settings/ollama')
  })
})

describe('a push notification', () => {
  it('is shown by the worker under its id, and a press opens its page in an open console', async () => {
    const page = await goWithWorker('/blocked-pubkeys')
    const { context } = open
    const [worker] = context.serviceWorkers()
    // Headless browsers show no notifications, and a press that nobody made gives no right to focus a window.
    await worker?.evaluate(() => {
      const shown: unknown[] = []
      Object.assign(globalThis, { shown })
      const { prototype } = ServiceWorkerRegistration
      prototype.showNotification = async (title, options) => void shown.push([title, options?.body, options?.tag])
      const Client = Reflect.get(globalThis, 'WindowClient')
      Client.prototype.focus = async () => undefined
    })
    const cdp = await context.newCDPSession(page)
    const registered = new Promise<string>(resolve => {
      cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        for (const { registrationId } of registrations) resolve(registrationId)
      })
    })
    await cdp.send('ServiceWorker.enable')
    const registrationId = await registered
    const push = (data: string) =>
      cdp.send('ServiceWorker.deliverPushMessage', { origin: relay.url, registrationId, data })
    await push(JSON.stringify({ id: 'batch', title: 'New subscriber', text: '12,345 sats', path: '/moderation/7' }))
    await push('nothing to read')
    await expect
      .poll(() => worker?.evaluate(() => Reflect.get(globalThis, 'shown')))
      .toEqual([
        ['New subscriber', '12,345 sats', 'batch'],
        ['HORNETS', '', 'unknown'],
      ])
    await worker?.evaluate(() => {
      const Press = Reflect.get(globalThis, 'ExtendableEvent')
      const notification = { close: () => undefined, data: { path: '/moderation/7' } }
      dispatchEvent(Object.assign(new Press('notificationclick'), { notification }))
    })
    await page.waitForURL('**/moderation/7')
  })
})

describe('installing', () => {
  const offer = (page: Page, outcome: 'accepted' | 'dismissed' | 'refused') =>
    page.evaluate(answer => {
      const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: async () => {
          document.documentElement.dataset.prompted = 'yes'
          if (answer === 'refused') throw new DOMException('The prompt needs a user gesture', 'NotAllowedError')
        },
        userChoice: Promise.resolve({ outcome: answer }),
      })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }, outcome)
  const header = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Install app' })
  const item = (page: Page) => page.getByRole('menuitem', { name: 'Install app' })
  const openMenu = (page: Page) => page.getByRole('button', { name: 'Profile menu' }).click()
  const failed = (page: Page) =>
    page.getByText('There was an error installing the app. Please verify that the app is not already installed.', {
      exact: true,
    })

  it('SHELL-26, SHELL-27, SHELL-28: without an offer the menu says that it failed; with one the header has a button until it is installed', {
    timeout: 60_000,
  }, async () => {
    const page = await go('/blocked-pubkeys')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await header(page).count()).toBe(0)
    for (const _time of ['once', 'again']) {
      await openMenu(page)
      await item(page).click()
      await failed(page).waitFor()
      await failed(page).waitFor({ state: 'detached' })
    }
    await openMenu(page)
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Profilmenü' }).click()
    await page.getByRole('menuitem', { name: 'App installieren' }).click()
    const german = 'Die App konnte nicht installiert werden. Bitte prüfen Sie, ob sie bereits installiert ist.'
    await page.getByText(german, { exact: true }).waitFor()
    await page.evaluate(() => localStorage.setItem('lng', 'en'))
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()

    expect(await offer(page, 'dismissed')).toBe(true)
    await page.setViewportSize({ width: 390, height: 900 })
    await header(page).click()
    await header(page).waitFor({ state: 'detached' })
    await offer(page, 'accepted')
    await header(page).click()
    await header(page).waitFor({ state: 'detached' })
    expect(await page.getAttribute('html', 'data-prompted')).toBe('yes')
    await openMenu(page)
    await page.getByRole('menuitem', { name: 'Log out' }).waitFor()
    expect(await item(page).count()).toBe(0)

    // By the browser's own menu.
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await offer(page, 'accepted')
    await header(page).waitFor()
    await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')))
    await header(page).waitFor({ state: 'detached' })
  })

  it('SHELL-28: says that it failed when the browser refuses its own offer', async () => {
    const page = await go('/blocked-pubkeys')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await offer(page, 'refused')
    await header(page).click()
    await failed(page).waitFor()
    await header(page).waitFor({ state: 'detached' })
    expect(await page.getAttribute('html', 'data-prompted')).toBe('yes')
  })

  it('SHELL-26: has what a browser asks for: a manifest with icons of the sizes that it names', async () => {
    const page = await go('/auth/login', { signedIn: false })
    const manifest = await (await page.request.get(`${relay.url}/manifest.webmanifest`)).json()
    expect(manifest).toMatchObject({ start_url: '/', scope: '/', display: 'standalone' })
    expect(await page.locator('link[rel=manifest]').getAttribute('href')).toBe('/manifest.webmanifest')
    const document = await (await page.request.get(`${relay.url}/index.html`)).text()
    expect(document).toMatch(/<link rel="manifest" href="\/manifest.webmanifest"/)
    const sizes = await page.evaluate(
      icons =>
        Promise.all(
          icons.map(async ({ src, purpose = 'any' }) => {
            const image = Object.assign(new Image(), { src })
            await image.decode()
            return `${purpose} ${image.naturalWidth}x${image.naturalHeight}`
          }),
        ),
      manifest.icons as { src: string; purpose?: string }[],
    )
    const stated = manifest.icons.map((icon: Record<string, string>) => `${icon.purpose ?? 'any'} ${icon.sizes}`)
    expect(sizes.slice(0, 3)).toEqual(stated.slice(0, 3))
    expect(sizes).toEqual(expect.arrayContaining(['any 192x192', 'any 512x512', 'maskable 512x512']))
  })
})
