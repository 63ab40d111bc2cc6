import type { Page } from 'playwright-core'

const skeleton = '[class*="animate-[pulse"]'
/** A page like no other: what stands there afterwards is the one that was asked for. */
const between = '/404'

/** Until nothing has changed for so many milliseconds. */
const untilQuiet = (page: Page, quietMs: number) =>
  page.evaluate(
    quietMs =>
      new Promise<void>(resolve => {
        let timer = setTimeout(resolve, quietMs)
        const observer = new MutationObserver(() => {
          clearTimeout(timer)
          timer = setTimeout(resolve, quietMs)
        })
        observer.observe(document.body, { childList: true, subtree: true })
      }),
    quietMs,
  )

/** Leads the router to a path without loading the console anew, until its page has come in place of the one before. */
async function route(page: Page, path: string): Promise<void> {
  await page.evaluate(path => {
    for (const heading of document.querySelectorAll('h1')) heading.dataset.left = 'yes'
    history.pushState({}, '', path)
  }, path)
  await page.waitForFunction(
    path => location.pathname === path && document.querySelector('h1:not([data-left])'),
    path,
    { timeout: 10_000 },
  )
}

/** Pages of one family have their heading in common: the one before would be taken for the one that was asked for. */
const familyOf = (path: string) => path.split('/')[1]

/**
 * Goes to a page of a console that stands already, until it has drawn what it has and rests.
 * @param options.mayLoad it may still hold the place of what is loading
 */
export async function goWithin(page: Page, path: string, options: RestOptions = {}): Promise<void> {
  const before = new URL(page.url()).pathname
  if (before !== between && (path === between || familyOf(before) === familyOf(path))) await route(page, between)
  if (path !== between) await route(page, path)
  await untilAtRest(page, options)
}

interface RestOptions {
  readonly mayLoad?: boolean
  readonly quietMs?: number
}

/** Until a page has drawn what it has, for its size and data, and rests. */
export async function untilAtRest(page: Page, { mayLoad = false, quietMs = 60 }: RestOptions = {}): Promise<void> {
  await page.waitForFunction(
    ([skeleton, mayLoad]) => mayLoad || !document.querySelector(skeleton),
    [skeleton, mayLoad] as const,
    { timeout: 10_000 },
  )
  await untilQuiet(page, quietMs)
}
