import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, stillDrawing } from '../../dev/browser.ts'
import { comparePictures, shrinkPicture } from './compare-pictures.ts'
import { areOf, keptNames, readKept } from './kept-pictures.ts'
import { takePictures } from './screens.ts'

const results = fileURLToPath(new URL('../../test-results/screens/', import.meta.url))

/** Fraction of pixels: almost none in the same browser, more in another one, which draws text differently. */
const sameBrowser = 0.0002
const otherBrowser = 0.01
/** Limit for the size of all stored pictures. */
const maxBytes = 3_500_000

const isThorough = Boolean(process.env.THOROUGH)
let browser: Browser

beforeAll(async () => {
  browser = await openBrowser(stillDrawing)
})
afterAll(() => browser?.close())

test('every page and component looks as it is meant to', { timeout: 300_000 }, async () => {
  const limit = (await areOf(browser)) ? sameBrowser : otherBrowser
  await rm(results, { recursive: true, force: true })
  await mkdir(results, { recursive: true })
  const unseen = new Set(await keptNames())
  const differences: string[] = []
  let bytes = 0
  for await (const { name, png } of takePictures(browser, isThorough)) {
    unseen.delete(name)
    const kept = await readKept(name)
    bytes += kept?.length ?? 0
    const { share, difference } = kept ? await comparePictures(kept, png, limit) : { share: 1 }
    if (share <= limit) continue
    await writeFile(join(results, `${name}.now.png`), png)
    if (difference) await writeFile(join(results, `${name}.difference.png`), difference)
    const why = difference ? `${(share * 100).toFixed(2)} % of it differs` : kept ? 'it has another size' : 'it is new'
    differences.push(`${name}: ${why}`)
  }
  if (isThorough) differences.push(...[...unseen].map(name => `${name}: it is not taken any more`))
  const help = `\nLook at test-results/screens. If that is how it is meant: npm run shots -- --accept\n`
  expect(differences, differences.length > 0 ? help + differences.join('\n') : undefined).toEqual([])
  expect(bytes).toBeLessThan(maxBytes)
})

test('the README and the documents show only images that are compared here', async () => {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const documents = ['README.md', ...(await readdir(join(root, 'docs'))).map(name => `docs/${name}`)]
  const shown: string[] = []
  for (const name of documents.filter(name => name.endsWith('.md'))) {
    const text = await readFile(join(root, name), 'utf8')
    for (const [, path = ''] of text.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)) shown.push(join(root, name, '..', path))
  }
  const kept = new Set((await keptNames()).map(name => join(root, 'e2e/pictures/kept', `${name}.png`)))
  expect(shown.length).toBeGreaterThan(3)
  expect(shown.filter(path => !kept.has(path))).toEqual([])
})

describe('two images', () => {
  let page: Page
  beforeAll(async () => {
    page = await browser.newPage({ viewport: { width: 300, height: 120 } })
  })
  afterAll(() => page?.close())

  async function draw(style: string, words = 'Save'): Promise<Buffer> {
    await page.setContent(
      `<body style="margin:0;background:#fff"><div style="position:absolute;left:20px;top:20px;width:120px;height:40px;background:#f0b429;border-radius:8px;${style}">${words}</div>`,
    )
    return page.screenshot()
  }
  const shareOf = async (style: string) => (await comparePictures(await draw(''), await draw(style))).share

  test.each([
    ['another colour', 'background:#e0a419'],
    ['a move by three pixels', 'left:23px'],
    ['another corner', 'border-radius:0'],
    ['a text that is gone', 'color:transparent'],
    ['a line more', 'outline:1px solid #888'],
  ])('differ by %s', async (_, style) => {
    expect(await shareOf(style)).toBeGreaterThan(sameBrowser)
  })

  test('differ by another word', async () => {
    const { share } = await comparePictures(await draw(''), await draw('', 'Seve'))
    expect(share).toBeGreaterThan(sameBrowser)
  })

  test('that differ too much are drawn with what differs, others are not', async () => {
    const [before, after] = [await draw(''), await draw('left:23px')]
    expect((await comparePictures(before, after, sameBrowser)).difference).toBeInstanceOf(Buffer)
    expect((await comparePictures(before, after, 1)).difference).toBeUndefined()
  })

  test.each([
    ['nothing', ''],
    ['a colour that no eye tells apart', 'background:#f0b42c'],
  ])('are equal except for %s', async (_, style) => {
    expect(await shareOf(style)).toBe(0)
  })

  test('are nearly equal except for antialiasing', async () => {
    expect(await shareOf('left:20.4px')).toBeLessThan(otherBrowser / 5)
  })

  test('are the same after one has been kept with fewer colours', async () => {
    const png = await draw('')
    expect((await comparePictures(await shrinkPicture(png), png)).share).toBe(0)
  })
})
