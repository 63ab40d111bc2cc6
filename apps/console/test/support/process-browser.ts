import type { Browser } from 'playwright-core'
import { openBrowser } from '../../../../dev/browser.ts'
import { keepVisits } from './kept-visits.ts'

export interface ProcessBrowser {
  readonly browser: Browser
  readonly visits: ReturnType<typeof keepVisits>
}

let opened: Promise<ProcessBrowser> | undefined

/**
 * The browser of this test process, which ends with it. Files that run one after the other share it, and hand on its
 * pages; one that has ended is replaced.
 */
export async function processBrowser(): Promise<ProcessBrowser> {
  if (!(await opened)?.browser.isConnected()) opened = open()
  return opened as Promise<ProcessBrowser>
}

async function open(): Promise<ProcessBrowser> {
  const browser = await openBrowser()
  return { browser, visits: keepVisits(browser) }
}
