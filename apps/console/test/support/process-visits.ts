import { openBrowser } from '../../../../dev/browser.ts'
import { keepVisits } from './kept-visits.ts'

export type KeptVisits = ReturnType<typeof keepVisits>

let opened: ReturnType<typeof open> | undefined

/**
 * The visits of this test process, in a browser that ends with it. Files that run one after the other share them; a
 * browser that has ended is replaced.
 */
export async function processVisits(): Promise<KeptVisits> {
  if (!(await opened)?.browser.isConnected()) opened = open()
  return (await (opened as ReturnType<typeof open>)).visits
}

async function open() {
  const browser = await openBrowser()
  return { browser, visits: keepVisits(browser) }
}
