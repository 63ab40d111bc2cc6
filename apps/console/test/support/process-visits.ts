import { openBrowser } from '../../../../dev/browser.ts'
import { keepVisits } from './kept-visits.ts'

export type KeptVisits = ReturnType<typeof keepVisits>

let opened: ReturnType<typeof open> | undefined

/** In a browser that ends with this process; files share them. */
export async function processVisits(): Promise<KeptVisits> {
  if (!(await opened)?.browser.isConnected()) opened = open()
  return (await (opened as ReturnType<typeof open>)).visits
}

async function open() {
  const browser = await openBrowser()
  return { browser, visits: keepVisits(browser) }
}
