import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openMediaConsole } from '../support/media-visit.ts'
import { fileOf, filesUpTo, hashOf, pixelOf, playFiles } from '../support/stubs/stub-files.ts'
import { chooseGerman } from '../support/visitor.ts'

const { site, go, button, card, cards, listCalls } = openMediaConsole()
const scrollDown = (page: Page, leavePx = 0) =>
  page.evaluate(px => scrollTo(0, document.documentElement.scrollHeight - innerHeight - px), leavePx)

describe('the media manager', () => {
  it('MEDIA-01, ROUTE-09, R-52: shows /media-manager under the heading "Media" after sign-in, and filters other types, in the URL', async () => {
    playFiles(site.relay, [fileOf(0), fileOf(1, { FileName: 'film.mp4', MimeType: 'video/mp4', DurationMs: 61_000 })])
    const page = await go()
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Media')
    await card(page, 0).waitFor()
    const entry = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Media', exact: true })
    expect(await entry.getAttribute('href')).toBe('/media-manager')
    await button(page, 'Select (0)').click()
    await page.getByRole('button', { name: 'Select (0)', pressed: true }).waitFor()
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Media')
    await button(page, 'Select (0)').click()
    await page.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'Videos' }).click()
    await button(page, 'film.mp4').waitFor()
    await page.getByText('1:01').waitFor()
    expect(new URL(page.url()).search).toBe('?type=videos')
    await page.evaluate(() => localStorage.setItem('lng', 'de'))
    await page.reload()
    await button(page, 'film.mp4').waitFor()
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Medien')
    expect(listCalls().at(-1)?.query.get('type')).toBe('video/*')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('heading', { level: 1, name: 'Medien', exact: true }).waitFor()
    const stranger = await site.go('/media-manager', { signedIn: false })
    await stranger.waitForURL('**/auth/login')
  })

  it('MEDIA-07, MEDIA-08, MEDIA-09: a card shows thumbnail, name, size in bytes and a menu; it is drawn without layers, two to six in a row by the width', async () => {
    const owl = fileOf(1, { FileName: 'Käuzchen 梟.jpg' })
    playFiles(site.relay, filesUpTo(50).toSpliced(1, 1, owl))
    const page = await go()
    const cardOf = (name: string) => cards(page).filter({ has: page.getByRole('button', { name, exact: true }) })
    expect(await cardOf(owl.FileName).innerText()).toMatch(/^Käuzchen 梟\.jpg\s+1,001 bytes$/)
    const first = cardOf('picture-0.jpg')
    expect(await first.locator('img').getAttribute('src')).toBe(`data:image/webp;base64,${pixelOf(0)}`)
    expect(await first.innerText()).toMatch(/^picture-0\.jpg\s+1,000 bytes$/)
    await first.getByRole('button', { name: 'Actions for picture-0.jpg' }).click()
    const inMenu = () => page.getByRole('menuitem').allInnerTexts()
    await expect.poll(inMenu).toEqual(['Download', 'Delete', 'Ban…'])
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await chooseGerman(page)
    expect(await first.innerText()).toMatch(/^picture-0\.jpg\s+1\.000 Byte$/)
    await first.getByRole('button', { name: 'Aktionen für picture-0.jpg' }).click()
    await expect.poll(async () => (await inMenu()).slice(0, 2)).toEqual(['Herunterladen', 'Löschen'])
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })

    // Layers and clips cost most of a frame when hundreds scroll. Images are clipped by every browser.
    const layers = await cards(page)
      .first()
      .evaluate(first =>
        [first, ...first.querySelectorAll('*')]
          .filter(one => getComputedStyle(one).position !== 'static' || getComputedStyle(one).overflowX !== 'visible')
          .filter(one => one.tagName !== 'IMG')
          .map(one => one.outerHTML),
      )
    expect(layers).toEqual([])

    for (const [width, columns] of [
      [767, 2],
      [768, 4],
      [1279, 4],
      [1280, 6],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await card(page, 0).waitFor()
      const inFirstRow = async () => {
        const tops = await cards(page).evaluateAll(cards => cards.map(one => one.getBoundingClientRect().top))
        return tops.filter(top => top === tops[0]).length
      }
      await expect.poll(inFirstRow).toBe(columns)
      expect(await first.innerText()).toMatch(/^picture-0\.jpg\s+1\.000 Byte$/)
      await first.getByRole('button', { name: 'Aktionen für picture-0.jpg' }).waitFor()
    }
  })

  it('MEDIA-21, API-14, CONST-04: requests pages of twenty images', async () => {
    const page = await go()
    await card(page, 0).waitFor()
    await scrollDown(page)
    await card(page, 20).waitFor()
    const asked = listCalls().map(({ query }) => Object.fromEntries(query))
    expect(asked.slice(0, 2)).toEqual(['1', '2'].map(page => ({ page, limit: '20', type: 'image/*' })))
    await page.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'Audio' }).click()
    await expect.poll(() => listCalls().at(-1)?.query.get('type')).toBe('audio/*')
  })

  it('MEDIA-02, MEDIA-09, R-54: downloads a file by its link, and deletes it or what is selected after asking, with a way back', async () => {
    const page = await go()
    await button(page, 'Actions for picture-1.jpg').click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Download' }).click(),
    ])
    const asked = new URL(download.url())
    expect([asked.pathname.includes(hashOf(1)), asked.searchParams.get('download')]).toEqual([true, '1'])
    await button(page, 'Actions for picture-1.jpg').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('1 file deleted').waitFor()
    await expect.poll(() => card(page, 1).count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('1 file restored').waitFor()
    await card(page, 1).waitFor()

    await button(page, 'Select (0)').click()
    await card(page, 0).click()
    await card(page, 3).click({ modifiers: ['Shift'] })
    await button(page, 'Select (4)').waitFor()
    await button(page, 'Delete').click()
    await page.getByRole('alertdialog', { name: 'Delete 4 files?' }).getByText('3.91 KB').waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('4 files deleted').waitFor()
    await expect.poll(() => card(page, 3).count()).toBe(0)
    expect(site.relay.received.find(({ call }) => call === 'POST /api/files/delete')?.body).toEqual({
      hashes: [0, 1, 2, 3].map(hashOf),
    })
    await page.getByRole('button', { name: 'Undo' }).click()
    await card(page, 3).waitFor()
  })
})

it('draws rows one by one while one scrolls, each with the row that leaves', async () => {
  playFiles(site.relay, filesUpTo(100))
  const page = await go()
  await card(page, 0).waitFor()
  const scroll = (px: number) =>
    page.evaluate(async px => {
      const grid = document.querySelector('main ul:has(li[data-index])')?.parentElement
      let drawn = 0
      const observer = new MutationObserver(() => drawn++)
      if (grid) observer.observe(grid, { childList: true })
      for (let steps = Math.abs(px) / 30; steps > 0; steps--) {
        scrollBy(0, Math.sign(px) * 30)
        await new Promise(requestAnimationFrame)
      }
      observer.disconnect()
      const tops = [...document.querySelectorAll<HTMLElement>('main ul:has(li[data-index])')].map(row => row.offsetTop)
      const rowPx = Math.min(...tops.slice(1).map((top, at) => top - (tops[at] ?? 0)))
      return { drawn, rows: Math.abs(px) / rowPx }
    }, px)
  while ((await card(page, 99).count()) === 0) await scroll(600)
  const { drawn, rows } = await scroll(-2400)
  expect(drawn).toBeGreaterThan(rows - 3)
  expect(drawn).toBeLessThan(rows + 2)
}, 20_000)

describe('selecting', () => {
  it('MEDIA-02, MEDIA-03, MEDIA-11: Select opens the mode, a press on a card selects and opens nothing, and Select again clears', async () => {
    const page = await go()
    await card(page, 0).waitFor()
    expect(await button(page, 'Delete').getAttribute('aria-disabled')).toBe('true')
    await button(page, 'Select (0)').click()
    expect(await button(page, 'Select (0)').getAttribute('aria-pressed')).toBe('true')
    await card(page, 0).click()
    await card(page, 2).click()
    expect(await button(page, 'Select (2)').isVisible()).toBe(true)
    expect(await button(page, 'Delete').getAttribute('aria-disabled')).toBe(null)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await card(page, 2).click()
    await button(page, 'Select (1)').click()
    expect(await button(page, 'Select (0)').getAttribute('aria-pressed')).toBe('false')
    expect(await button(page, 'Delete').getAttribute('aria-disabled')).toBe('true')
    await button(page, 'Select (0)').click()
    expect(await card(page, 0).getAttribute('aria-pressed')).toBe('false')
    expect(await button(page, 'Delete').getAttribute('aria-disabled')).toBe('true')
    await button(page, 'Delete').click({ force: true })

    await card(page, 0).click()
    expect(await page.getByRole('alertdialog').count()).toBe(0)
    await scrollDown(page)
    const topOf = async () => (await page.getByText('1 file selected').boundingBox())?.y ?? -1
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300)
    await expect.poll(topOf).toBeGreaterThan(50)
    expect(await topOf()).toBeLessThan(200)
    await button(page, 'End selection').click()
    expect(await button(page, 'Select (0)').getAttribute('aria-pressed')).toBe('false')
    await chooseGerman(page)
    for (const name of ['Löschen', 'Alle auswählen']) await button(page, name).waitFor()
    await button(page, 'Auswählen (0)').click()
    await card(page, 2).click()
    await button(page, 'Auswählen (1)').waitFor()
  })

  it('MEDIA-04, MEDIA-06, R-89: Select All takes what is loaded, shows as active then, and what loads later stays out, except by choice with a background job', async () => {
    site.relay.answers.set('POST /api/files/jobs', { body: { job: jobOf(49) } })
    const page = await go('/media-manager', { width: 390 })
    await card(page, 0).waitFor()
    const all = button(page, 'Select All')
    const colour = () => all.evaluate(one => getComputedStyle(one).color)
    const plain = await colour()
    await all.click()
    const selected = Number((await page.getByRole('button', { name: /^Select \(/ }).innerText()).match(/\d+/)?.[0])
    expect(selected).toBe(20)
    expect(await all.getAttribute('aria-pressed')).toBe('true')
    await expect.poll(colour).not.toBe(plain)
    await all.click()
    await button(page, 'Select (0)').waitFor()
    expect(await all.getAttribute('aria-pressed')).toBe('false')
    await all.click()
    await scrollDown(page)
    await card(page, 20).waitFor()
    await expect.poll(() => all.getAttribute('aria-pressed')).toBe('false')
    expect(await card(page, 20).getAttribute('aria-pressed')).toBe('false')
    await button(page, 'Select (20)').waitFor()
    // One by one they are all selected, too.
    await all.click()
    await button(page, 'Select (40)').waitFor()
    await card(page, 3).click()
    expect(await all.getAttribute('aria-pressed')).toBe('false')
    await card(page, 3).click()
    expect(await all.getAttribute('aria-pressed')).toBe('true')

    await button(page, 'Select all 50 that match').click()
    await page.evaluate(() => scrollTo(0, 0))
    await card(page, 1).click()
    await button(page, 'Select (49)').waitFor()
    await button(page, 'Delete').click()
    await page.getByRole('alertdialog', { name: 'Delete 49 files?' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleting 49 files').waitFor()
    expect(site.relay.received.find(({ call }) => call === 'POST /api/files/jobs')?.body).toEqual({
      action: 'trash',
      selection: { filter: { type: 'image/*', status: 'stored' }, except: [hashOf(1)] },
    })
    await page.evaluate(() => localStorage.setItem('lng', 'de'))
    await page.reload()
    await button(page, 'Alle auswählen').click()
    await button(page, 'Auswählen (20)').waitFor()
  })
})

const jobOf = (files: number) => ({
  id: 1,
  action: 'trash',
  state: 'running',
  files,
  bytes: 50_000,
  filesDone: 0,
  bytesDone: 0,
  beganAt: '2026-08-30T12:00:00Z',
  endedAt: null,
  undoable: 0,
  by: null,
})

describe('CONST-04: loading', () => {
  it('MEDIA-18, MEDIA-19, MEDIA-22: loads the next page within 100 px of the bottom, none beyond the last, and says that it was', async () => {
    const page = await go('/media-manager', { width: 390 })
    await card(page, 0).waitFor()
    await scrollDown(page, 110)
    await page.waitForTimeout(300)
    const pages = () => listCalls().map(({ query }) => query.get('page'))
    expect(pages()).toEqual(['1'])
    await scrollDown(page, 90)
    await card(page, 20).waitFor()
    expect(pages()).toEqual(['1', '2'])
    expect(await page.getByText('No more items to load').count()).toBe(0)
    await scrollDown(page)
    await expect.poll(pages).toEqual(['1', '2', '3'])
    await page.getByText('No more items to load', { exact: true }).waitFor()
    await scrollDown(page)
    await card(page, 49).waitFor()
    await page.waitForTimeout(300)
    expect(pages()).toEqual(['1', '2', '3'])
    // A screen that is higher than a page of files.
    await page.setViewportSize({ width: 390, height: 6000 })
    await page.reload()
    await card(page, 20).waitFor()
    playFiles(site.relay, filesUpTo(3))
    await page.evaluate(() => localStorage.setItem('lng', 'de'))
    await page.reload()
    await page.getByText('Das waren alle Dateien', { exact: true }).waitFor()
    await button(page, 'Auswählen (0)').waitFor()
  })

  it("MEDIA-25: shows the failure of a later page once, in the server's words, and loads it on another try", async () => {
    const page = await go('/media-manager', { width: 390 })
    await card(page, 0).waitFor()
    const failure = { status: 500, body: { error: 'The disk does not answer', code: 'internal' } }
    site.relay.answers.set('GET /api/files', failure)
    await scrollDown(page)
    const toast = page.getByRole('region', { name: 'Messages' }).getByText('The disk does not answer')
    await toast.waitFor()
    const again = page.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    expect(await toast.count()).toBe(1)
    playFiles(site.relay, filesUpTo(50))
    await again.click()
    // Behind empty tiles for the missing page.
    await card(page, 39).waitFor()
    await again.waitFor({ state: 'detached' })
  })

  it("MEDIA-05, MEDIA-20, MEDIA-25: shows a failure once, in the server's words or ours; without files says so, and nothing can be selected", async () => {
    const failures = [
      [{ status: 500, body: { error: 'The disk does not answer', code: 'internal' } }, 'The disk does not answer'],
      [{ status: 500, text: '' }, 'Failed to fetch media'],
      ['hang up', 'The server is not responding, try again later'],
    ] as const
    site.relay.answers.set('GET /api/files', failures[0][0])
    const page = await go()
    for (const [at, [, words]] of failures.entries()) {
      const toast = page.getByRole('region', { name: 'Messages' }).getByText(words)
      await toast.waitFor()
      const calls = listCalls().length
      await page.waitForTimeout(500)
      expect([await toast.count(), listCalls().length]).toEqual([1, calls])
      expect(await button(page, 'Select All').getAttribute('aria-disabled')).toBe('true')
      const next = failures[at + 1]
      if (next) site.relay.answers.set('GET /api/files', next[0])
      else playFiles(site.relay, filesUpTo(3))
      await page.getByRole('button', { name: 'Try again' }).click()
    }
    await card(page, 2).waitFor()

    playFiles(site.relay, [])
    site.relay.tell('changed', { what: 'files' })
    await page.getByText('No media files found', { exact: true }).waitFor()
    expect(await button(page, 'Select All').getAttribute('aria-disabled')).toBe('true')
    await page.evaluate(() => localStorage.setItem('lng', 'de'))
    await page.goto(`${site.relay.url}/media-manager?q=owl`)
    await page.getByText('Keine Mediendateien gefunden', { exact: true }).waitFor()
    await button(page, 'Alle auswählen').waitFor()
    site.relay.answers.set('GET /api/files', { status: 500, text: '' })
    await page.reload()
    await page.getByText('Die Medien konnten nicht geladen werden', { exact: true }).first().waitFor()
  })
})
