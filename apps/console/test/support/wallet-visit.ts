import type { Page } from 'playwright-core'
import { openConsole } from './console-visit.ts'
import { status } from './stubs/stub-relay.ts'
import { playWallet } from './stubs/stub-wallet.ts'
import type { VisitOptions } from './visitor.ts'

/** The widest at which the wallet has a page of its own, which costs half of what the dashboard does. */
export const walletWidth = 1279

/** Signed in, with an extension. Call it once at the top of a file. */
export function openWalletConsole(usual: VisitOptions = {}) {
  const site = openConsole(
    relay => {
      relay.answers.set('GET /api/status', { body: status })
      for (const path of ['barchartdata', 'activitydata', 'timeseries', 'kinds']) {
        relay.answers.set(`GET /api/${path}`, { body: [] })
      }
      relay.answers.set('GET /api/relaycount', { body: { kinds: 0, photos: 0, videos: 0, audio: 0, misc: 0 } })
      playWallet(relay)
    },
    { signedIn: true, extensionAfterMs: 0, ...usual },
  )
  const received = (call: string) => site.relay.received.filter(came => came.call === call)
  return {
    get relay() {
      return site.relay
    },
    go: (path: string, options: VisitOptions = {}) =>
      site.go(path, { ...(path === '/wallet' && { width: walletWidth }), ...options }),
    async hold(page: Page, path: string): Promise<() => void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      await page.route(site.relay.url + path, async route => {
        await promise
        await route.continue()
      })
      return resolve
    },
    bodies: (call: string) => received(call).map(({ body }) => body),
    headers: (call: string) => received(call).map(({ headers }) => headers),
  }
}
