import type { CDPSession, Page } from 'playwright-core'
import { playState } from '../../apps/console/test/support/stubs/relay-states.ts'
import { fileOf } from '../../apps/console/test/support/stubs/stub-files.ts'
import { type StubRelay, startStubRelay } from '../../apps/console/test/support/stubs/stub-relay.ts'
import { visit } from '../../apps/console/test/support/visitor.ts'
import { thumbnailOf } from '../../apps/relay/test/support/photos.ts'
import { openBrowser } from '../../dev/browser.ts'
import { median, printFigure, rounded } from '../figures.ts'
import { referenceBuild, thisBuild } from '../pages/console-build.ts'
import { photos } from './thumbnails.ts'

const slowdown = 4
const filesOfMonth = 2_500
const readingPxPerSecond = 1200
const readingMs = 6000
const endToEndMs = 40_000
/** A screen of 60 Hz gives each frame 16.7 ms. */
const inTimeMs = 17.5

const monthAt = (at: number) => new Date(Date.UTC(2026, 7 - at, 1)).toISOString().slice(0, 7)

/**
 * At a quarter of the speed: scrolls as readers do, jumps by the scale of dates. A stub relay answers immediately.
 * `reference`: commit or built console.
 */
export const measureScroll = (files: number, reference?: string) => measureBuilds(measureFrames, files, reference)

export const measureCards = (files: number, reference?: string) => measureBuilds(measureCosts, files, reference)

async function measureBuilds(measure: (parts: Parts) => Promise<void>, files: number, reference?: string) {
  for (const build of [...(reference ? [await referenceBuild(reference)] : []), await thisBuild()]) {
    const relay = await startStubRelay(build.folder)
    const browser = await openBrowser()
    try {
      const months = await playMonths(relay, files)
      const { page, context } = await visit(browser, { signedIn: true })
      const session = await context.newCDPSession(page)
      const print = (figure: Figure) => printFigure({ bench: 'media', build: build.name, ...figure })
      await measure({ page, session, url: `${relay.url}/media-manager`, files, months, print })
    } finally {
      await browser.close()
      await relay.stop()
      await build.remove()
    }
  }
}

interface Parts {
  readonly page: Page
  readonly session: CDPSession
  readonly url: string
  readonly files: number
  readonly months: number
  readonly print: (figure: Figure) => void
}

type Figure = Omit<Parameters<typeof printFigure>[0], 'bench'> & { readonly figure: string }

async function measureFrames({ page, session, url, files, months, print }: Parts): Promise<void> {
  const report = (way: string, frames: readonly number[]) => print({ way, files, ...figuresOf(frames) })
  const slow = (rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate })
  await slow(slowdown)
  for (const figure of ['firstImagesMs', 'firstImagesAgainMs'])
    print({ figure, value: rounded(await firstImages(page, url)) })
  await slow(1)
  const heap = [await heapOf(session)]
  await slow(slowdown)
  report('on from the newest, loading', await scroll(page, readingPxPerSecond, readingMs))
  const jumps = await jumpDown(page, months)
  print({ figure: 'jumpMs', value: rounded(median(jumps)), most: rounded(Math.max(...jumps)) })
  heap.push(await heapOf(session))
  report('up from the oldest', await scroll(page, -readingPxPerSecond, readingMs))
  const pixels = await page.evaluate(() => scrollY)
  report('from end to end', await scroll(page, -(pixels / endToEndMs) * 1000, endToEndMs))
  heap.push(await heapOf(session))
  report('down from the newest', await scroll(page, readingPxPerSecond, readingMs))
  heap.push(await heapOf(session))
  const megabytes = heap.map(bytes => rounded(bytes / 2 ** 20, 1))
  const elements = await page.evaluate(() => document.querySelectorAll('*').length)
  print({ figure: 'heapMb', value: megabytes.at(-1), megabytes, elements })
}

async function playMonths(relay: StubRelay, files: number): Promise<number> {
  playState(relay, 'full')
  const thumbnails = await Promise.all((await photos(800, 600)).map(thumbnailOf))
  const months = Array.from({ length: files / filesOfMonth }, (_, at) => ({
    month: monthAt(at),
    files: filesOfMonth,
    bytes: filesOfMonth * 1000,
  }))
  relay.answers.set('GET /api/files/months', { body: { months } })
  relay.answers.set('GET /api/files', ({ query }) => {
    const page = Number(query.get('page'))
    const limit = Number(query.get('limit'))
    const first = (page - 1) * limit
    const data = Array.from({ length: Math.min(limit, files - first) }, (_, at) =>
      fileOf(first + at, {
        Content: thumbnails[(first + at) % thumbnails.length] ?? '',
        Timestamp: `${monthAt(Math.floor((first + at) / filesOfMonth))}-01T00:00:00Z`,
      }),
    )
    const meta = { total: files, total_bytes: files * 1000, total_pages: Math.ceil(files / limit), next: null }
    return { body: { data, meta: { page, limit, ...meta } } }
  })
  return months.length
}

async function firstImages(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' })
  const seen = await page.waitForFunction(() => {
    const images = [...document.querySelectorAll<HTMLImageElement>('main li img')]
    const areThere = images.length > 0 && images.every(image => image.complete && image.naturalWidth > 0)
    return areThere && performance.now()
  })
  return Number(await seen.jsonValue())
}

async function jumpDown(page: Page, months: number): Promise<number[]> {
  await page.getByRole('slider').focus()
  const jumps: number[] = []
  for (let at = 1; at < months; at += 1) {
    const begun = performance.now()
    await page.keyboard.press('ArrowDown')
    await page.waitForFunction(
      () => !document.querySelector('main li[aria-hidden]') && document.querySelector('main li img'),
    )
    jumps.push(performance.now() - begun)
  }
  return jumps
}

function scroll(page: Page, pxPerSecond: number, milliseconds: number): Promise<number[]> {
  return page.evaluate(
    ([speed, length]) =>
      new Promise<number[]>(resolve => {
        const frames: number[] = []
        const begun = performance.now()
        let last = begun
        let top = scrollY
        const step = (now: number) => {
          if (now > last) frames.push(now - last)
          top += (speed * (now - last)) / 1000
          scrollTo(0, top)
          last = now
          if (now - begun < length) requestAnimationFrame(step)
          else resolve(frames)
        }
        requestAnimationFrame(step)
      }),
    [pxPerSecond, milliseconds] as const,
  )
}

function figuresOf(frames: readonly number[]) {
  const sorted = [...frames].sort((a, b) => a - b)
  const at = (share: number) => rounded(sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN, 1)
  const inTime = rounded(frames.filter(frame => frame <= inTimeMs).length / frames.length)
  const framesPerSecond = rounded((frames.length * 1000) / frames.reduce((sum, frame) => sum + frame, 0), 1)
  return { figure: 'frameMs', value: at(0.5), p95: at(0.95), most: at(1), inTime, framesPerSecond }
}

/** Of scripts, and of the whole main thread. The browser scrolls: a script that does would count its layout as time. */
async function measureCosts({ page, session, url, print }: Parts): Promise<void> {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spent = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    const ms = (name: string) => (metrics.find(metric => metric.name === name)?.value ?? Number.NaN) * 1000
    return { script: ms('ScriptDuration'), main: ms('TaskDuration') }
  }
  await firstImages(page, url)
  print({ figure: 'firstImagesBusyMs', value: rounded((await spent()).main) })
  for (const way of ['on, loading', 'back', 'on, loaded']) {
    const [begun, from] = [await spent(), await page.evaluate(() => scrollY)]
    await session.send('Input.synthesizeScrollGesture', {
      x: 700,
      y: 500,
      yDistance: (way === 'back' ? 1 : -1) * ((readingPxPerSecond * readingMs) / 1000),
      speed: readingPxPerSecond,
      gestureSourceType: 'mouse',
    })
    const [ended, to] = [await spent(), await page.evaluate(() => scrollY)]
    const cards = await page.evaluate(
      px => {
        const [first, next] = document.querySelectorAll<HTMLElement>('main ul:has(li[data-index])')
        const rowPx = first && next ? Math.abs(next.offsetTop - first.offsetTop) : Number.NaN
        return Math.round((px / rowPx) * (first?.childElementCount ?? Number.NaN))
      },
      Math.abs(to - from),
    )
    const each = (name: 'script' | 'main') => rounded((ended[name] - begun[name]) / cards, 2)
    print({ figure: 'scriptMsPerCard', way, value: each('script'), mainThread: each('main'), cards })
  }
}

/** Bytes that scripts hold once rubbish has been collected. */
async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize
}
