import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openMediaConsole } from '../support/media-visit.ts'
import { fullAccount } from '../support/stubs/account-answers.ts'
import { fileOf, hashOf, playFiles } from '../support/stubs/stub-files.ts'

const { site, go, button, card } = openMediaConsole()

describe('files', () => {
  it('are uploaded by name with a refusal that says which and why, taken where they are dropped, and downloaded as one zip when selected', async () => {
    const page = await go()
    await page.route('**/api/files/upload**', (route, request) => {
      const name = new URL(request.url()).searchParams.get('name')
      return name === 'big.png'
        ? route.fulfill({ status: 413, json: { error: 'The file is too large', code: 'too_large' } })
        : route.fulfill({ json: { file: fileOf(70, { FileName: name ?? '' }), created: true } })
    })
    await card(page, 0).waitFor()
    const given = ['bee.png', 'big.png'].map(name => ({ name, mimeType: 'image/png', buffer: Buffer.from(name) }))
    await page.locator('main input[type=file]').setInputFiles(given)
    await page.getByText('1 file uploaded').waitFor()
    await page.getByText('big.png: The file is too large').waitFor()
    await page.getByRole('region', { name: 'Uploads' }).getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => page.getByText('1 file uploaded').count()).toBe(0)

    await page.unroute('**/api/files/upload**')
    await page.route('**/api/files/upload**', route => route.fulfill({ json: { file: fileOf(70), created: false } }))
    const dropped = await page.evaluateHandle(() => {
      const data = new DataTransfer()
      data.items.add(new File(['x'], 'bee.png', { type: 'image/png' }))
      return data
    })
    await page.dispatchEvent('main', 'dragover', { dataTransfer: dropped })
    await page.getByText('Drop files to upload them').waitFor()
    await page.dispatchEvent('main', 'drop', { dataTransfer: dropped })
    await page.getByText('1 was already stored').waitFor()

    site.relay.answers.set('POST /api/files/archive', {
      body: { path: '/api/files/archive?key=k', files: 2, bytes: 2048 },
    })
    await page.route('**/api/files/archive?key=k', route =>
      route.fulfill({ contentType: 'application/zip', body: 'PK' }),
    )
    await button(page, 'Select (0)').click()
    await card(page, 0).click()
    await card(page, 1).click()
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download').click()])
    expect(download.suggestedFilename()).toBe('media.zip')
    expect(site.relay.received.find(({ call }) => call === 'POST /api/files/archive')?.body).toEqual({
      selection: { hashes: [hashOf(0), hashOf(1)] },
    })
  })

  it('are published as notes if that is chosen, which is remembered; a description is of the next files alone', async () => {
    const page = await go()
    const asked: (string | null)[][] = []
    await page.route('**/api/files/upload**', (route, request) => {
      const query = new URL(request.url()).searchParams
      asked.push([query.get('note'), query.get('alt')])
      return route.fulfill({ json: { file: fileOf(70), created: true } })
    })
    const send = async () => {
      const before = asked.length
      const given = { name: 'bee.png', mimeType: 'image/png', buffer: Buffer.from('bee') }
      await page.locator('main input[type=file]').setInputFiles(given)
      await expect.poll(() => asked.length).toBe(before + 1)
    }
    await card(page, 0).waitFor()
    await send()
    await page.getByRole('button', { name: 'Upload options' }).click()
    await page.getByRole('checkbox', { name: 'Publish a note of each file' }).click()
    await page.getByLabel('Alt text').fill(' A bee ')
    await send()
    await send()
    await page.reload()
    await card(page, 0).waitFor()
    await send()
    expect(asked).toEqual([
      [null, null],
      ['1', 'A bee'],
      ['1', null],
      ['1', null],
    ])
    await page.getByRole('button', { name: 'Upload options' }).click()
    await page.getByRole('checkbox', { name: 'Publish a note of each file' }).click()
    await send()
    expect(asked.at(-1)).toEqual([null, null])
  })
})

it('shows viewers everything without actions, and explains why', async () => {
  const viewer = { ...fullAccount['/api/account'].user, role: 'viewer' as const }
  site.relay.answers.set('GET /api/account', { body: { user: viewer } })
  const page: Page = await go()
  await page.getByText('View only for your role (Viewer).').waitFor()
  await button(page, 'Select All').click()
  for (const name of ['Upload', 'Delete']) expect(await button(page, name).getAttribute('aria-disabled')).toBe('true')
  await button(page, 'Actions for picture-0.jpg').click()
  expect(await page.getByRole('menuitem', { name: 'Delete' }).getAttribute('aria-disabled')).toBe('true')
})

it('a moderator deletes, uploads and bans, but deletes nothing forever', async () => {
  const moderator = { ...fullAccount['/api/account'].user, role: 'moderator' as const }
  site.relay.answers.set('GET /api/account', { body: { user: moderator } })
  playFiles(site.relay, [fileOf(0, { Status: 'trashed' }), fileOf(1)])
  const page: Page = await go()
  await button(page, 'Trash').click()
  await card(page, 0).waitFor()
  // The role of the last visit counts until the account has been read.
  await expect.poll(() => button(page, 'Empty trash').isEnabled()).toBe(false)
  await button(page, 'Stored').click()
  await card(page, 1).waitFor()
  expect(await button(page, 'Upload').getAttribute('aria-disabled')).not.toBe('true')
  await button(page, 'Banned files').waitFor()
  await button(page, 'Actions for picture-1.jpg').click()
  expect(await page.getByRole('menuitem', { name: 'Delete' }).getAttribute('aria-disabled')).not.toBe('true')
})
