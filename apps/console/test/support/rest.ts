import type { Page } from 'playwright-core'

const skeleton = '[class*="animate-[pulse"]'
/** A page unlike any other, so that the next one cannot be mistaken for it. */
const between = '/404'

/** Waits until nothing has changed for this many milliseconds. */
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

const pathOf = (address: string) => address.replace(/\?.*/, '')

/** Without reloading; waits until the new page has replaced the old one. */
async function route(page: Page, path: string): Promise<void> {
  await page.evaluate(path => {
    for (const heading of document.querySelectorAll('h1')) heading.dataset.left = 'yes'
    history.pushState({}, '', path)
  }, path)
  await page.waitForFunction(
    pathname => location.pathname === pathname && document.querySelector('h1:not([data-left])'),
    pathOf(path),
    { timeout: 10_000 },
  )
}

/** Pages of one family share their heading, so the old page could be taken for the new one. */
const familyOf = (path: string) => pathOf(path).split('/')[1]

/** Waits until the page is at rest. `mayLoad`: accept skeletons. */
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

/** Waits until a page has drawn for its size and data, and is at rest. */
export async function untilAtRest(page: Page, { mayLoad = false, quietMs = 60 }: RestOptions = {}): Promise<void> {
  await page.waitForFunction(
    ([skeleton, mayLoad]) => mayLoad || !document.querySelector(skeleton),
    [skeleton, mayLoad] as const,
    { timeout: 10_000 },
  )
  await untilQuiet(page, quietMs)
}
