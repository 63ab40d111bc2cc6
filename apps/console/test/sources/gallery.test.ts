import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../../../../dev/browser.ts'
import { colourRules, findViolations } from '../support/axe.ts'
import { type BuiltConsole, buildConsole, buildGallery } from '../support/build-console.ts'
import { type StubRelay, startStubRelay } from '../support/stubs/stub-relay.ts'
import { visit } from '../support/visitor.ts'

const consoleFolder = fileURLToPath(new URL('../..', import.meta.url))

const filesUnder = (folder: string) =>
  readdirSync(join(consoleFolder, folder), { recursive: true, encoding: 'utf8' })
    .filter(path => /\.tsx?$/.test(path) && !path.includes('.test.'))
    .map(path => join(folder, path))

/** Console files that a file imports, statically or dynamically. */
function importsOf(path: string): string[] {
  const code = readFileSync(join(consoleFolder, path), 'utf8')
  const { module } = parseSync(path, code)
  const later = module.dynamicImports.map(({ moduleRequest: { start, end } }) => code.slice(start + 1, end - 1))
  return [...module.staticImports.map(({ moduleRequest }) => moduleRequest.value), ...later]
    .filter(specifier => specifier.startsWith('.'))
    .map(specifier => join(dirname(path), specifier))
}

describe('the gallery', () => {
  const components = filesUnder('src/ui').filter(path => path.endsWith('.tsx'))
  const shown = new Set(filesUnder('gallery').flatMap(importsOf))

  it('shows every component that a page can use', () => {
    const pages = filesUnder('src').filter(path => !path.startsWith('src/ui/'))
    const used = new Set(pages.flatMap(importsOf))
    expect(components.filter(path => used.has(path) && !shown.has(path))).toEqual([])
    expect(components.length).toBeGreaterThan(30)
  })

  it('shows, through them, every component that only others of ui/ use', () => {
    const reached = new Set([...shown].filter(path => path.startsWith('src/ui/')))
    // A set can grow while it is iterated: added entries come later.
    for (const path of reached) if (/\.tsx?$/.test(path)) for (const one of importsOf(path)) reached.add(one)
    expect(components.filter(path => !reached.has(path))).toEqual([])
  })
})

describe('the built gallery', () => {
  let built: BuiltConsole
  let product: BuiltConsole
  let relay: StubRelay
  let browser: Browser

  beforeAll(async () => {
    ;[built, product, browser] = await Promise.all([buildGallery(), buildConsole(), openBrowser()])
    relay = await startStubRelay(built.folder)
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    await relay?.stop()
    await Promise.all([built?.remove(), product?.remove()])
  })

  /** Its words, which every build that includes it must contain. */
  const words = 'Every component of ui/ in every state'
  const holders = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      path => /\.(html|js)$/.test(path) && readFileSync(join(folder, path), 'utf8').includes(words),
    )

  it('is not part of the product', () => {
    expect(holders(product.folder)).toEqual([])
    expect(readdirSync(product.folder)).not.toContain('gallery')
    expect(holders(built.folder)).toHaveLength(1)
  })

  async function open(language: string, options: { readonly dark?: boolean; readonly width?: number }) {
    const opened = await visit(browser, options)
    await opened.context.addInitScript(code => localStorage.setItem('lng', code), language)
    await opened.page.goto(`${relay.url}/gallery/index.html`)
    // Chart cards stagger their loading by half a second.
    await opened.page.getByRole('region', { name: 'ChartCard' }).getByRole('slider').waitFor()
    return opened
  }

  /** The rest of the page has been looked at, and each further look would read the style and place of all of it. */
  const showOnly = (opener: Locator) =>
    opener.evaluate(opener => {
      for (const section of document.querySelectorAll<HTMLElement>('main > section')) {
        section.hidden = !section.contains(opener)
      }
    })

  // The German texts in the dark theme are looked at on the pages.
  const looks: [string, string][] = [['light', 'en']]
  if (process.env.THOROUGH) looks.push(['dark', 'de'])
  it.each(looks)(
    'axe finds nothing in the %s theme, in %s, on the page and on what opens over it',
    async (theme, language) => {
      const { page, context, complaints } = await open(language, { dark: theme === 'dark' })
      const found: Record<string, string[]> = {}
      const look = async (name: string, within?: string) => {
        // What colours cannot break holds in both themes.
        const violations = await findViolations(page, theme === 'dark' ? { runOnly: colourRules } : {}, within)
        if (violations.length > 0) found[name] = violations
      }
      await look('page')
      const openers = page.locator('[data-opens]')
      expect(await openers.count()).toBeGreaterThan(7)
      for (const opener of await openers.all()) {
        await showOnly(opener)
        const opens = (await opener.getAttribute('data-opens')) ?? ''
        await opener.click()
        const selector = opens === 'toast' ? '[role=region] [data-type]' : `[role=${opens}]`
        const over = page.locator(selector).first()
        await over.waitFor()
        await look(opens, selector)
        if (opens === 'toast') continue
        await page.keyboard.press('Escape')
        await over.waitFor({ state: 'detached' })
      }
      expect(found).toEqual({})
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  it.each(['en', 'de'])('fits 320 px with the longest words, in %s', async language => {
    const { page, context } = await open(language, { width: 320 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await context.close()
  })
})
