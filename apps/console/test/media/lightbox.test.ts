import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openMediaConsole } from '../support/media-visit.ts'
import { fileOf, hashOf, playFiles } from '../support/stubs/stub-files.ts'

const { site, go, button, card } = openMediaConsole()

describe('the lightbox', () => {
  const box = (page: Page) => page.getByRole('dialog')

  it('MEDIA-10, MEDIA-13, MEDIA-14: opens the pressed file, 800 px wide, with its name below, and steps through the loaded ones', async () => {
    const page = await go()
    await card(page, 2).click()
    const picture = box(page).getByRole('img')
    await picture.waitFor()
    expect((await box(page).boundingBox())?.width).toBe(800)
    const [above, below] = await Promise.all([
      picture.boundingBox(),
      box(page).getByRole('heading', { name: 'picture-2.jpg' }).boundingBox(),
    ])
    expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0) - 1)
    await box(page).getByRole('button', { name: 'Next file' }).click()
    await box(page).getByRole('heading', { name: 'picture-3.jpg' }).waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await box(page).getByRole('heading', { name: 'picture-1.jpg' }).waitFor()
    await box(page).getByText('2 of 50').waitFor()
    await page.waitForURL(`**/media-manager?file=${hashOf(1)}`)
    await page.keyboard.press('Escape')
    await expect.poll(() => box(page).count()).toBe(0)
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('picture-1.jpg')
  })

  it('MEDIA-13, MEDIA-14: steps from the pressed file to the last one, and back to the first, on phones too', async () => {
    playFiles(site.relay, [fileOf(0), fileOf(1), fileOf(2)])
    const page = await go()
    await card(page, 1).click()
    const shows = (at: number) =>
      box(page)
        .getByRole('heading', { name: `picture-${at}.jpg` })
        .waitFor()
    await shows(1)
    for (const [key, at] of [
      ['ArrowRight', 2],
      ['ArrowLeft', 1],
      ['ArrowLeft', 0],
    ] as const) {
      await page.keyboard.press(key)
      await shows(at)
    }
    for (const [name, at] of [
      ['Next file', 1],
      ['Previous file', 0],
    ] as const) {
      await page.setViewportSize({ width: 390, height: 844 })
      await box(page).getByRole('button', { name }).click()
      await shows(at)
    }
  })

  it('continues beyond the loaded files, page by page', async () => {
    const page = await go('/media-manager', { width: 390 })
    await card(page, 0).click()
    for (let at = 1; at <= 25; at += 1) {
      await page.keyboard.press('ArrowRight')
      await box(page)
        .getByRole('heading', { name: `picture-${at}.jpg` })
        .waitFor()
    }
  })

  it('MEDIA-12, DATA-19: shows an image, or a video or audio player with controls, by its link, and by its type instead of its name', async () => {
    playFiles(site.relay, [
      fileOf(0),
      fileOf(1, { FileName: 'film.jpg', MimeType: 'video/mp4' }),
      fileOf(2, { FileName: 'song.mp4', MimeType: 'audio/mpeg' }),
      fileOf(3, { FileName: 'picture.mp3' }),
    ])
    const page = await go('/media-manager?type=all')
    const held = Promise.withResolvers<void>()
    await page.route(/\/api\/files\/0*[12]\/content/, async route => {
      await held.promise
      await route.abort()
    })
    await card(page, 0).click()
    const picture = box(page).getByRole('img', { name: 'picture-0.jpg' })
    expect(await picture.getAttribute('src')).toBe(fileOf(0).Url)
    const next = () => box(page).getByRole('button', { name: 'Next file' }).click()
    await next()
    expect(await box(page).locator('video[controls]').getAttribute('src')).toBe(fileOf(1).Url)
    await next()
    expect(await box(page).locator('audio[controls]').getAttribute('src')).toBe(fileOf(2).Url)
    await next()
    await box(page).getByRole('img', { name: 'picture.mp3' }).waitFor()
    held.resolve()
  })

  it('MEDIA-15, MEDIA-16, MEDIA-17: says what cannot be shown, and why', async () => {
    playFiles(site.relay, [
      fileOf(0),
      fileOf(1, { FileName: 'book.pdf', MimeType: 'application/pdf' }),
      fileOf(2, { Url: '' }),
      fileOf(3),
      fileOf(4),
      fileOf(5, { Url: '', MimeType: 'video/mp4' }),
    ])
    const page = await go('/media-manager?type=all')
    await page.route(new RegExp(`/api/files/${hashOf(3)}/content`), route => route.fulfill({ body: 'no picture' }))
    await card(page, 0).click()
    const next = () => box(page).getByRole('button', { name: 'Next file' }).click()
    await next()
    await box(page).getByText('File type not supported', { exact: true }).waitFor()
    await next()
    await box(page).getByText('Media source not available', { exact: true }).waitFor()
    await next()
    await box(page).getByText('Image failed to load', { exact: true }).waitFor()
    await next()
    await box(page).getByRole('img', { name: 'picture-4.jpg' }).waitFor()
    await next()
    await box(page).getByText('Media source not available', { exact: true }).waitFor()
    await page.evaluate(() => localStorage.setItem('lng', 'de'))
    for (const [at, text] of [
      'Dieser Dateityp wird nicht unterstützt',
      'Die Datei ist nicht verfügbar',
      'Das Bild konnte nicht geladen werden',
    ].entries()) {
      await page.goto(`${site.relay.url}/media-manager?type=all&file=${hashOf(at + 1)}`)
      await box(page).getByText(text, { exact: true }).waitFor()
    }
  })

  it('opens by a link also a file that is not among those loaded, with its details beside it, on phones below', async () => {
    const page = await go(`/media-manager?file=${hashOf(48)}`)
    await box(page).getByRole('heading', { name: 'picture-48.jpg' }).waitFor()
    await box(page).getByRole('button', { name: 'Details' }).click()
    await box(page).getByText('640 × 480 px').waitFor()
    await box(page).getByText('7 times').waitFor()
    await box(page).getByText('Ada').waitFor()
    const placesOf = async () => {
      const [title, details] = await Promise.all([
        box(page).getByRole('heading', { name: 'picture-48.jpg' }).boundingBox(),
        box(page).getByRole('region', { name: 'Details' }).boundingBox(),
      ])
      if (!title || !details) throw new Error('nothing to measure')
      return { isBeside: details.x >= title.x + title.width, isBelow: details.y >= title.y + title.height }
    }
    expect(await placesOf()).toEqual({ isBeside: true, isBelow: false })
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await placesOf()).toEqual({ isBeside: false, isBelow: true })
  })
})

describe('by keyboard', () => {
  it('arrows lead through the cards, x and space select, Shift selects a range, Enter opens, Escape leaves', async () => {
    const page = await go()
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await card(page, 0).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe('picture-7.jpg')
    await page.keyboard.press('x')
    await button(page, 'Select (1)').waitFor()
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await button(page, 'Select (3)').waitFor()
    await page.keyboard.press(' ')
    await button(page, 'Select (2)').waitFor()
    expect(await focused()).toBe('picture-9.jpg')
    await page.keyboard.press('Delete')
    await page.getByRole('alertdialog', { name: 'Delete 2 files?' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(focused).toBe('picture-9.jpg')
    await page.keyboard.press('Escape')
    await button(page, 'Select (0)').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('heading', { name: 'picture-9.jpg' }).waitFor()
  })
})
