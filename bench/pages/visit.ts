import type { Browser, CDPSession } from 'playwright-core'
import { type Seen, watchPage } from './watch-page.ts'

/** A slow phone on a slow line: CPU slowed down four times, 1.6 Mbit/s, 150 ms. */
const line = { downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, latency: 150, offline: false }
const slowdown = 4

export interface VisitFacts extends Seen {
  /** Compressed, as transferred, without and with response headers, until the page was at rest. */
  readonly bodyBytes: number
  readonly transferredBytes: number
  readonly requests: number
  readonly scriptMs: number
}

export interface VisitOptions {
  readonly url: string
  /** Local storage before the visit. */
  readonly stored?: Readonly<Record<string, string>>
  readonly encoding?: 'gzip'
}

export async function visit(browser: Browser, { url, stored = {}, encoding }: VisitOptions): Promise<VisitFacts> {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
  try {
    await context.addInitScript(items => {
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
    }, stored)
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    const traffic = await countTraffic(devtools)
    if (encoding) await devtools.send('Network.setExtraHTTPHeaders', { headers: { 'Accept-Encoding': encoding } })
    await devtools.send('Network.emulateNetworkConditions', line)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await devtools.send('Performance.enable')
    await page.addInitScript(watchPage)
    await page.goto(url, { waitUntil: 'commit' })
    await page.waitForFunction(() => window.benchmark?.doneMs, undefined, { timeout: 60_000 })
    await untilQuiet(traffic, ms => page.waitForTimeout(ms))
    const seen = await page.evaluate(() => window.benchmark)
    if (!seen) throw new Error('the page was left while it was measured')
    const { metrics } = await devtools.send('Performance.getMetrics')
    const scriptSeconds = metrics.find(metric => metric.name === 'ScriptDuration')?.value ?? Number.NaN
    return { ...seen, ...traffic, scriptMs: scriptSeconds * 1000 }
  } finally {
    await context.close()
  }
}

/** The live stream keeps the network from ever being idle: quiet is a second without any other finished request. */
async function untilQuiet(traffic: { requests: number }, wait: (ms: number) => Promise<void>): Promise<void> {
  for (let before = -1; before !== traffic.requests; ) {
    before = traffic.requests
    await wait(1000)
  }
}

async function countTraffic(devtools: CDPSession) {
  const traffic = { bodyBytes: 0, transferredBytes: 0, requests: 0 }
  await devtools.send('Network.enable')
  devtools.on('Network.responseReceived', ({ response }) => {
    traffic.bodyBytes -= response.encodedDataLength
  })
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    traffic.bodyBytes += encodedDataLength
    traffic.transferredBytes += encodedDataLength
    traffic.requests++
  })
  return traffic
}
