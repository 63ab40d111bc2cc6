import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { openBrowser } from '../../../../dev/browser.ts'
import { type BuiltConsole, buildConsole } from './build-console.ts'
import { type StubRelay, startStubRelay, status } from './stub-relay.ts'
import { playWallet } from './stub-wallet.ts'
import { type Visit, type VisitOptions, visit } from './visitor.ts'

/** A built console, a browser, and for each test a relay with a wallet of its own. Call it once at the top of a file. */
export function openWalletConsole() {
  let built: BuiltConsole
  let browser: Browser
  let relay: StubRelay
  let open: Visit | undefined
  beforeAll(async () => {
    ;[built, browser] = await Promise.all([buildConsole(), openBrowser()])
  })
  afterAll(async () => {
    await browser?.close()
    await built?.remove()
  })
  beforeEach(async () => {
    relay = await startStubRelay(built.folder)
    relay.answers.set('GET /api/status', { body: status })
    for (const path of ['barchartdata', 'activitydata', 'timeseries', 'kinds']) {
      relay.answers.set(`GET /api/${path}`, { body: [] })
    }
    relay.answers.set('GET /api/relaycount', { body: { kinds: 0, photos: 0, videos: 0, audio: 0, misc: 0 } })
    playWallet(relay)
  })
  afterEach(async () => {
    expect(open?.complaints).toEqual([])
    await open?.context.close()
    await relay.stop()
  })
  return {
    get relay() {
      return relay
    },
    /** Opens a page as a signed-in operator whose extension is there. */
    async go(path: string, options: VisitOptions = {}): Promise<Page> {
      open = await visit(browser, { signedIn: true, extensionAfterMs: 0, ...options })
      await open.page.goto(relay.url + path)
      return open.page
    },
    /** Holds a call of the page back until the returned function is called. */
    async hold(page: Page, path: string): Promise<() => void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      await page.route(relay.url + path, async route => {
        await promise
        await route.continue()
      })
      return resolve
    },
    /** Bodies of the calls of one kind, in order. */
    bodies: (call: string) => relay.received.filter(came => came.call === call).map(({ body }) => body),
    headers: (call: string) => relay.received.filter(came => came.call === call).map(({ headers }) => headers),
  }
}
