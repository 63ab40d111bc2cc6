import type { Browser, Page } from 'playwright-core'
import { type Visit, type VisitOptions, visit } from './visitor.ts'

/** What a test does with these outlives the document: the page then serves no other test. */
const lasting = [
  'addInitScript',
  'clock',
  'close',
  'emulateMedia',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'newCDPSession',
  'newPage',
  'on',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setOffline',
]

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

interface KeptVisit {
  readonly key: string
  readonly visit: Visit
  spent: boolean
}

/**
 * Pages that one test hands on to the next, emptied: a new one costs twice the processor time (0.9 s instead of 0.5),
 * for its process, for fetching the console and for compiling it.
 */
export function keepVisits(browser: Browser) {
  const free = new Map<string, KeptVisit>()
  let lent: KeptVisit[] = []

  const open = async (key: string, options: VisitOptions): Promise<KeptVisit> => {
    const opened = await visit(browser, options)
    const spent = !options.keepPage || options.ownClock === true || options.serviceWorker === true
    const kept: KeptVisit = { key, spent, visit: opened }
    const spend = () => {
      kept.spent = true
    }
    onLasting(opened.page, spend)
    onLasting(opened.context, spend)
    return kept
  }

  return {
    async begin(options: VisitOptions): Promise<Visit> {
      const key = JSON.stringify(options)
      const kept = free.get(key) ?? (await open(key, options))
      free.delete(key)
      lent.push(kept)
      kept.visit.complaints.length = 0
      await kept.visit.page.setViewportSize({ width: options.width ?? 1440, height: 900 })
      return kept.visit
    },
    /**
     * Ends the visits of a test.
     * @param url the relay that they visited, which still answers
     * @param passed after a failure nobody knows what state a page is in
     */
    async end(url: string, passed: boolean): Promise<void> {
      const ended = lent
      lent = []
      for (const kept of ended) {
        const emptied = passed && !kept.spent && !free.has(kept.key) && (await empty(kept.visit.page, url))
        if (emptied) free.set(kept.key, kept)
        else await kept.visit.context.close()
      }
    },
  }
}

/** @returns whether it could be emptied */
async function empty(page: Page, url: string): Promise<boolean> {
  try {
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
