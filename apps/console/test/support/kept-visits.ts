import type { Browser, BrowserContext, Disposable, Page } from 'playwright-core'
import { look, type Visit, type VisitOptions, visit } from './visitor.ts'

/** What a test does with these outlives the document: the page then serves no other test. */
const lasting = [
  'fastForward',
  'install',
  'pauseAt',
  'resume',
  'runFor',
  'setFixedTime',
  'setSystemTime',
  'close',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'newCDPSession',
  'routeWebSocket',
  'setExtraHTTPHeaders',
]

type Undo = () => unknown
type Method = (...given: unknown[]) => unknown

/** And what it does with these is taken back. */
const passing: Record<string, (target: Page | BrowserContext, given: unknown[], result: unknown) => unknown> = {
  addInitScript: async (_target, _given, added) => (await (added as Promise<Disposable>)).dispose(),
  // The next visit sets it.
  emulateMedia: () => undefined,
  newPage: async (_target, _given, opened) => (await (opened as Promise<Page>)).close(),
  on: (target, given) => Reflect.apply(target.off, target, given),
  setOffline: target => (target as BrowserContext).setOffline(false),
}

/** Calls back when one of a target's members is read that leave something lasting behind. */
function onLasting(target: object, note: () => void): void {
  for (const name of lasting.filter(name => name in target)) {
    const original: unknown = Reflect.get(target, name)
    Object.defineProperty(target, name, {
      get: () => {
        note()
        return original
      },
    })
  }
}

/** Collects how to take back what a test does with a target. */
function onPassing(target: Page | BrowserContext, undo: Undo[]): void {
  for (const [name, takeBack] of Object.entries(passing).filter(([name]) => name in target)) {
    const original = Reflect.get(target, name) as Method
    const watched: Method = (...given) => {
      const result = Reflect.apply(original, target, given)
      undo.push(() => takeBack(target, given, result))
      return result
    }
    Object.defineProperty(target, name, { value: watched })
  }
}

interface KeptVisit {
  readonly key: string
  readonly visit: Visit
  readonly undo: Undo[]
  spent: boolean
}

/** Emptied between tests: a new page costs twice the processor time (0.9 s instead of 0.5). */
export function keepVisits(browser: Browser) {
  const free = new Map<string, KeptVisit[]>()
  let lent: KeptVisit[] = []

  const open = async (key: string, options: VisitOptions): Promise<KeptVisit> => {
    const opened = await visit(browser, options)
    const spent = [options.firstVisit, options.ownClock, options.serviceWorker].includes(true)
    const kept: KeptVisit = { key, spent, visit: opened, undo: [] }
    const spend = () => {
      kept.spent = true
    }
    for (const target of [opened.page, opened.context]) {
      onPassing(target, kept.undo)
      onLasting(target, spend)
    }
    onLasting(opened.page.clock, spend)
    return kept
  }

  const reuse = async (kept: KeptVisit, options: VisitOptions): Promise<KeptVisit> => {
    const { viewport, ...media } = look(options)
    await kept.visit.page.setViewportSize(viewport)
    await kept.visit.page.emulateMedia({ media: null, ...media })
    kept.visit.complaints.length = 0
    kept.undo.length = 0
    return kept
  }

  return {
    async begin(options: VisitOptions): Promise<Visit> {
      const { dark: _dark, width: _width, ...others } = options
      const key = JSON.stringify(others)
      const kept = free.get(key)?.pop()
      const begun = kept ? await reuse(kept, options) : await open(key, options)
      lent.push(begun)
      return begun.visit
    },
    /** `url`: of the relay, which still answers; after a failure (`passed`) nobody knows a page's state. */
    async end(url: string, passed: boolean): Promise<void> {
      const ended = lent
      lent = []
      for (const kept of ended) {
        if (passed && !kept.spent && (await empty(kept, url))) free.set(kept.key, [...(free.get(kept.key) ?? []), kept])
        else await kept.visit.context.close()
      }
    },
  }
}

/** @returns whether it could be emptied */
async function empty({ undo, visit: { page } }: KeptVisit, url: string): Promise<boolean> {
  try {
    // Taking back may use the same methods.
    for (const takeBack of undo.splice(0)) await takeBack()
    await page.context().unrouteAll({ behavior: 'ignoreErrors' })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    // A document of the same origin in which no console runs.
    await page.goto(`${url}/theme.js`)
    await page.mouse.move(-1, -1)
    await page.evaluate(async () => {
      localStorage.clear()
      sessionStorage.clear()
      for (const { name = '' } of await indexedDB.databases()) {
        await new Promise((resolve, reject) => {
          const request = indexedDB.deleteDatabase(name)
          request.onsuccess = resolve
          request.onerror = request.onblocked = reject
        })
      }
    })
    return true
  } catch {
    return false
  }
}
