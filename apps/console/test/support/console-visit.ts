import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { openBrowser } from '../../../../dev/browser.ts'
import { type BuiltConsole, buildConsole } from './build-console.ts'
import { type StubRelay, startStubRelay } from './stubs/stub-relay.ts'
import { type Visit, type VisitOptions, visit } from './visitor.ts'

/**
 * A built console, a browser, and for each test its own relay, which `prepare` teaches its answers; `usual` applies to
 * every visit. A test fails if the browser complains. Call it once at the top of a file.
 */
export function openConsole(prepare: (relay: StubRelay) => void, usual: VisitOptions = {}) {
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
    prepare(relay)
  })
  afterEach(async () => {
    expect(open?.complaints).toEqual([])
    await open?.context.close()
    await relay.stop()
  })
  /** Opens an empty page, for tests that prepare more before they navigate. */
  const begin = async (options: VisitOptions = {}): Promise<Visit> => {
    open = await visit(browser, { ...usual, ...options })
    return open
  }
  return {
    get folder(): string {
      return built.folder
    },
    get relay(): StubRelay {
      return relay
    },
    /** The last visit begun. */
    get visit(): Visit | undefined {
      return open
    },
    begin,
    async go(path: string, options: VisitOptions = {}): Promise<Page> {
      const { page } = await begin(options)
      await page.goto(relay.url + path)
      return page
    },
  }
}
