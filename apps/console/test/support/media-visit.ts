import type { Page } from 'playwright-core'
import { openConsole } from './console-visit.ts'
import { playState } from './stubs/relay-states.ts'
import { filesUpTo, playFiles, showPixel } from './stubs/stub-files.ts'
import type { VisitOptions } from './visitor.ts'

/** The media manager over a stub relay with fifty pictures, and what tests look for there. Call it at the top of a file. */
export function openMediaConsole() {
  const site = openConsole(
    relay => {
      playState(relay, 'full')
      playFiles(relay, filesUpTo(50))
    },
    { signedIn: true },
  )
  const button = (page: Page, name: string | RegExp) =>
    page.getByRole('main').getByRole('button', { name, exact: true })
  return {
    site,
    button,
    card: (page: Page, number: number) => button(page, `picture-${number}.jpg`),
    cards: (page: Page) => page.getByRole('main').getByRole('listitem'),
    listCalls: () => site.relay.received.filter(({ call }) => call === 'GET /api/files'),
    async go(path = '/media-manager', options: VisitOptions = {}): Promise<Page> {
      const { page } = await site.begin(options)
      await page.route('**/api/files/*/content**', showPixel)
      await page.goto(site.relay.url + path)
      await page.getByRole('heading', { level: 1, includeHidden: true }).waitFor({ state: 'attached' })
      return page
    },
  }
}
