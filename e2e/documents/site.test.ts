import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '../../apps/console/test/support/axe.ts'
import { openBrowser } from '../../dev/browser.ts'
import { makeSite } from '../../scripts/package/site/make-site.mjs'
import { renderDocument } from '../../scripts/package/site/render-document.mjs'
import { projectFiles } from '../../scripts/shape/project-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'hornets-site-'))
const { pages } = makeSite(folder)
let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

afterAll(async () => {
  await browser.close()
  rmSync(folder, { recursive: true })
})

test('the site has a page of each document, whose links and images are all in its folder', () => {
  const documents = projectFiles().filter(path => /^(docs\/.+|README|CONTRIBUTING|CHANGELOG)\.md$/.test(path))
  expect(documents.length).toBeGreaterThan(50)
  const expected = documents.map(path => path.replace(/README\.md$/, 'index.html').replace(/\.md$/, '.html'))
  expect(expected.filter(path => !pages.includes(path))).toEqual([])

  const read = new Map(pages.map(path => [path, readFileSync(join(folder, path), 'utf8')]))
  const found = [...read].flatMap(([from, html]) =>
    [...html.matchAll(/ (href|src|srcset)="([^"]+)"/g)].map(([, name, to = '']) => ({ from, name, to })),
  )
  const dead = found.filter(({ from, name, to }) => {
    // Only a reader's click asks others.
    if (/^https?:/.test(to)) return name !== 'href'
    const [path = '', anchor] = to.split('#')
    const target = path === '' ? from : posix.normalize(posix.join(posix.dirname(from), path))
    if (!existsSync(join(folder, target))) return true
    return anchor !== undefined && !read.get(target)?.includes(` id="${anchor}"`)
  })
  expect(dead).toEqual([])
  expect(found.length).toBeGreaterThan(3000)
})

test.each([
  { path: 'index.html', width: 390, colorScheme: 'dark' as const },
  { path: 'docs/operate/install.html', width: 1280, colorScheme: 'light' as const },
])('axe finds nothing on $path, whose text fits $width pixels and whose images appear', async visit => {
  const { path, width, colorScheme } = visit
  const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme })
  const errors: string[] = []
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  page.on('pageerror', error => errors.push(error.message))
  page.on('console', message => message.type() === 'error' && errors.push(message.text()))
  await page.goto(pathToFileURL(join(folder, path)).href)
  expect(await findViolations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  const pictures = page.locator('main img')
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    expect(await picture.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain(`-${colorScheme}-`)
  }
  expect(await pictures.count()).toBe(path === 'index.html' ? 4 : 0)
  expect(errors).toEqual([])
  expect(asked.filter(url => !url.startsWith(pathToFileURL(folder).href))).toEqual([])
  await page.close()
})

test('a link to a missing page is refused, and what looks like an element is text', () => {
  const link = (href: string) => {
    throw new Error(href)
  }
  expect(() => renderDocument('[x](missing.md)', { link, isThere: () => false })).toThrow('missing.md')
  const { html } = renderDocument('a <script>alert(1)</script>', { link, isThere: () => false })
  expect(html).toContain('&lt;script&gt;')
  expect(html).not.toContain('<script')
})
