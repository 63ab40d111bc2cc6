import type { Locator, Page } from 'playwright-core'

/** More stops than any page has: beyond this, the focus is trapped. */
const tooMany = 150

const hasFocus = (target: Locator) =>
  target.evaluateAll(found => found.some(element => element === document.activeElement))

export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.first().waitFor()
  for (let presses = 0; presses < tooMany; presses++) {
    if (await hasFocus(target)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not lead to ${target}`)
}

export async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

export async function write(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

interface Stop {
  readonly name: string
  readonly order: number
  /** Visible: within the screen, with nothing over its middle. */
  readonly isSeen: boolean
}

/** Every stop of the Tab key from one end of a page to the other. */
export async function stopsOf(page: Page, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<Stop[]> {
  await page.evaluate(() => {
    const active = document.activeElement as HTMLElement | null
    active?.blur()
    getSelection()?.removeAllRanges()
    scrollTo(0, 0)
    for (const first of document.querySelectorAll('[data-first-stop]')) first.removeAttribute('data-first-stop')
  })
  const stops: Stop[] = []
  for (let presses = 0; presses < tooMany; presses++) {
    await page.keyboard.press(key)
    const stop = await page.evaluate(() => {
      const element = document.activeElement
      if (!element || element === document.body) return undefined
      // Marked by an attribute, since late content shifts every index in the document.
      const isFirst = element.hasAttribute('data-first-stop')
      if (!document.querySelector('[data-first-stop]')) element.setAttribute('data-first-stop', '')
      const box = element.getBoundingClientRect()
      const over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
      return {
        name: element.getAttribute('aria-label') ?? element.textContent ?? '',
        isFirst,
        order: [...document.body.querySelectorAll('*')].indexOf(element),
        isSeen: over !== null && (element.contains(over) || over.contains(element) || over.closest('label') !== null),
      }
    })
    if (!stop || stop.isFirst) return stops
    stops.push(stop)
  }
  throw new Error(`after ${tooMany} stops the focus is still on the page, at ${stops.at(-1)?.name}`)
}
