import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type BuiltConsole, buildConsole } from './build-console.ts'
import { type KeptVisits, processVisits } from './process-visits.ts'
import { type StubRelay, startStubRelay } from './stubs/stub-relay.ts'
import type { Visit, VisitOptions } from './visitor.ts'

/** On the port of the last one, also of another file's, so that a kept page need not fetch its files again. */
let port: number | undefined

/** With its own relay for each test, taught by `prepare`. Fails if the browser complains. Call once at a file's top. */
export function openConsole(prepare: (relay: StubRelay) => void, usual: VisitOptions = {}) {
  let built: BuiltConsole
  let relay: StubRelay
  let visits: KeptVisits
  let open: Visit | undefined
  beforeAll(async () => {
    ;[built, visits] = await Promise.all([buildConsole(), processVisits()])
  })
  afterAll(() => built?.remove())
  beforeEach(async () => {
    relay = await startStubRelay(built.folder, port).catch(() => startStubRelay(built.folder))
    port = Number(new URL(relay.url).port)
    prepare(relay)
  })
  afterEach(async ({ task }) => {
    const complaints = open?.complaints.slice()
    await visits.end(relay.url, task.result?.state !== 'fail')
    await relay.stop()
    expect(complaints).toEqual([])
  })
  /** Opens an empty page, for tests that prepare more before they navigate. */
  const begin = async (options: VisitOptions = {}): Promise<Visit> => {
    open = await visits.begin({ ...usual, ...options })
    return open
  }
  return {
    get folder(): string {
      return built.folder
    },
    get relay(): StubRelay {
      return relay
    },
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
