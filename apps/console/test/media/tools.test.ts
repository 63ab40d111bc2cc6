import type { FileJob } from '@hornets/contract/admin/files/file-changes'
import { describe, expect, it } from 'vitest'
import { openMediaConsole } from '../support/media-visit.ts'
import { fileOf, filesUpTo, hashOf, playFiles } from '../support/stubs/stub-files.ts'
import { pubkey } from '../support/visitor.ts'

const { site, go, button, card, cards, listCalls } = openMediaConsole()

const job: FileJob = {
  id: 4,
  action: 'trash',
  state: 'running',
  files: 12_431,
  bytes: 2_000_000,
  filesDone: 4_000,
  bytesDone: 1024,
  beganAt: new Date().toISOString(),
  endedAt: null,
  undoable: 0,
  by: null,
}
const received = (call: string) => site.relay.received.filter(one => one.call === call)

describe('the scale of dates', () => {
  it('leads to a month far down, which is loaded there, and what lies between is loaded when it is looked at; is hidden in orders other than by time', async () => {
    playFiles(site.relay, filesUpTo(400))
    const page = await go()
    await page.getByRole('heading', { level: 2, name: 'August 2026' }).waitFor()
    const slider = page.getByRole('slider', { name: 'Month' })
    expect([await slider.getAttribute('aria-valuetext'), await slider.innerText()]).toEqual([
      'August 2026',
      expect.stringContaining('Aug'),
    ])
    await slider.focus()
    await page.keyboard.press('End')
    await page.getByRole('heading', { level: 2, name: 'July 2025' }).waitFor()
    await card(page, 395).waitFor()
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('July 2025')
    expect(await slider.innerText()).toContain('Jul')
    expect(listCalls().map(({ query }) => Number(query.get('page')))).not.toContain(10)
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2))
    await expect.poll(() => listCalls().some(({ query }) => query.get('page') === '10')).toBe(true)
    // Only what is in view, and some around it, is in the document.
    expect(await cards(page).count()).toBeLessThan(80)

    await page.evaluate(() => history.pushState({}, '', '/media-manager?sort=largest'))
    await slider.waitFor({ state: 'detached' })
    await expect.poll(() => listCalls().at(-1)?.query.get('sort')).toBe('largest')
    await card(page, 0).waitFor()
    expect(await page.getByRole('slider').count()).toBe(0)
  })

  it('extends a range to a file, including files between that are not loaded', async () => {
    playFiles(site.relay, filesUpTo(2015))
    const page = await go()
    await button(page, 'Select (0)').click()
    await card(page, 0).click()
    await page.getByRole('slider', { name: 'Month' }).focus()
    await page.keyboard.press('End')
    await card(page, 2014).click({ modifiers: ['Shift'] })
    await button(page, 'Select (2,015)').waitFor()
    // The selection's amount beside the list's.
    await expect
      .poll(() =>
        page
          .getByRole('status')
          .filter({ hasText: /2,015.*3\.86 MB/ })
          .count(),
      )
      .toBe(2)
    expect(listCalls().length).toBeLessThan(20)
    await card(page, 2014).click()
    await button(page, 'Select (2,014)').waitFor()
  }, 30_000)
})

it('shows how much each type and owner takes, finds an owner by name, and shows only their files; shows where files are stored, and asks before a move', async () => {
  const owners = [
    { pubkey: 'c'.repeat(64), name: 'Grace', files: 9, bytes: 9000 },
    { pubkey, name: null, files: 2, bytes: 500 },
  ]
  site.relay.answers.set('GET /api/files/owners', ({ query }) => {
    const found = owners.filter(({ name }) => (name ?? '').includes(query.get('q') ?? ''))
    return { body: { owners: found, total: found.length } }
  })
  site.relay.answers.set('GET /api/files/totals', {
    body: {
      stored: { files: 11, bytes: 9500 },
      trashed: { files: 1, bytes: 2048 },
      groups: [{ group: 'images', files: 11, bytes: 9500 }],
      types: [],
      owners: 2,
      readsFilms: false,
    },
  })
  const page = await go()
  await button(page, 'Storage').click()
  const box = page.getByRole('dialog')
  await box.getByText('2 KB in the trash').waitFor()
  await expect.poll(() => box.getByRole('listitem').count()).toBe(3)
  await box.getByLabel('Top users by storage').fill('Grace')
  await expect.poll(() => box.getByRole('listitem').count()).toBe(2)
  await box.getByText('8.79 KB · 94.7% · 9 files').waitFor()
  site.relay.answers.set('POST /api/files/jobs', { body: { job } })
  await box.getByRole('button', { name: 'Delete all files of Grace' }).click()
  const [post] = await Promise.all([
    page.waitForRequest(request => request.method() === 'POST'),
    page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click(),
  ])
  const filter = { owner: 'c'.repeat(64), status: 'stored' }
  expect(post.postDataJSON()).toEqual({ action: 'trash', selection: { filter, except: [] } })
  await box.getByRole('button', { name: /^Grace/ }).click()
  await page.waitForURL(`**/media-manager?type=all&owner=${'c'.repeat(64)}`)
  await expect.poll(() => listCalls().at(-1)?.query.get('owner')).toBe('c'.repeat(64))

  const disk = { name: 'disk', isSetUp: true, place: '', files: 40, bytes: 4096 }
  const downSince = '2026-01-02T03:04:05Z'
  const s3 = { name: 's3', isSetUp: true, place: 's3.example/files', files: 2, bytes: 2048, downSince }
  site.relay.answers.set('GET /api/files/stores', { body: { stores: [disk, s3], target: 'disk' } })
  site.relay.answers.set('POST /api/files/stores/s3/test', {
    status: 503,
    body: { error: 'The bucket does not exist', code: 'unavailable' },
  })
  site.relay.answers.set('POST /api/files/stores/move', { body: { job: { ...job, action: 'move' } } })
  site.relay.tell('changed', { what: 'files' })
  await button(page, 'Storage').click()
  const places = box.getByRole('region', { name: 'Where files are stored' })
  await places.getByText('s3.example/files').waitFor()
  expect(await places.getByRole('alert').allInnerTexts()).toEqual([
    expect.stringMatching(/^It has not responded since .*2026/),
  ])
  await places.getByRole('button', { name: 'Test' }).last().click()
  await page.getByText('The bucket does not exist').waitFor()
  await places.getByRole('button', { name: 'Move all files here' }).last().click()
  await page.getByText('Move 40 files?').waitFor()
  await page.getByRole('button', { name: 'Move files' }).click()
  await expect
    .poll(() => site.relay.received.find(({ call }) => call === 'POST /api/files/stores/move')?.body)
    .toEqual({ store: 's3' })
})

it('first shows what looks like a file, bans what was chosen with it and is undone from the list, allows with one press what was refused for its looks, and shares, imports and removes lists of banned images', async () => {
  const near = (number: number, distance: number) => ({
    file: fileOf(number),
    ownerName: number === 7 ? 'Grace' : null,
    distance,
    refused: distance <= 5,
  })
  const first = hashOf(0)
  site.relay.answers.set(`GET /api/files/${first}/near`, {
    body: { files: [near(7, 1), near(8, 9)], comparable: true, total: 3, refused: 1, waiting: 12, perMinute: 340 },
  })
  site.relay.answers.set('POST /api/files/bans', { body: { banned: 2, deleted: 2 } })
  const file = fileOf(0, { Status: 'trashed' })
  const ban = { hash: first, reason: 'Stolen', alike: true, at: file.Timestamp, by: null, file }
  site.relay.answers.set('GET /api/files/bans', { body: { bans: [ban], total: 1 } })
  site.relay.answers.set(`DELETE /api/files/bans/${first}`, () => {
    site.relay.answers.set('GET /api/files/bans', { body: { bans: [], total: 0 } })
    return { body: { success: true } }
  })
  const page = await go()
  await button(page, 'Actions for picture-0.jpg').click()
  await page.getByRole('menuitem', { name: 'Ban…' }).click()
  const box = page.getByRole('dialog')
  await box.getByText(/^Would be refused · /).waitFor()
  await box.locator('[data-person]').getByText('Grace', { exact: true }).first().waitFor()
  await box.getByText(/^Only similar: moderators would decide · /).waitFor()
  await box.getByText('1 stored file would be refused. 2 are only similar.').waitFor()
  await box.getByText('The first 2 are shown.').waitFor()
  await box.getByText('12 files are still to be compared, so there may be more. 340 are compared a minute.').waitFor()
  await box.getByRole('button', { name: 'Ban', exact: true }).click()
  await box.getByText('Enter a reason.').waitFor()
  expect(received('POST /api/files/bans')).toEqual([])
  await box.getByLabel('Reason').fill('Stolen')
  await box.getByRole('checkbox', { name: 'picture-7.jpg' }).click()
  await box.getByText('2 files move to the trash').waitFor()
  await box.getByRole('checkbox', { name: /^Also refuse/ }).click()
  await box.getByRole('button', { name: 'Ban', exact: true }).click()
  await page.getByText('2 files banned').waitFor()
  expect(received('POST /api/files/bans').map(({ body }) => body)).toEqual([
    { hashes: [first, hashOf(7)], reason: 'Stolen', near: first },
  ])
  await button(page, 'Banned files').click()
  await box.getByText('by the relay').waitFor()
  await box.getByRole('button', { name: 'Unban picture-0.jpg' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unban' }).click()
  await box.getByText('No file is banned').waitFor()
  expect(received(`DELETE /api/files/bans/${first}`)).toHaveLength(1)

  const [refused, alike, original] = [hashOf(5), hashOf(6), hashOf(0)]
  const pixel = 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA'
  const banned = { hash: original, reason: 'Stolen', file: fileOf(0, { Status: 'trashed' }) }
  const one = {
    hash: refused,
    refused: true,
    distance: 4,
    bytes: 2048,
    uploader: pubkey,
    tries: 3,
    thumbnail: pixel,
    at: banned.file.Timestamp,
    file: null,
    banned,
  }
  const other = { ...one, hash: alike, refused: false, tries: 1, thumbnail: '', file: fileOf(6) }
  site.relay.answers.set('GET /api/files/similar', { body: { files: [one, other], total: 2 } })
  site.relay.answers.set(`POST /api/files/similar/${refused}/allow`, () => {
    site.relay.answers.set('GET /api/files/similar', { body: { files: [other], total: 1 } })
    return { body: { success: true } }
  })
  site.relay.tell('changed', { what: 'files' })
  const list = box.getByRole('region', { name: 'Similar to a banned file' })
  const row = list.getByRole('listitem').filter({ hasText: '3 tries' })
  await row.getByText('Refused', { exact: true }).waitFor()
  await row.getByText('Banned: Stolen').waitFor()
  expect(await row.getByRole('img', { name: 'picture-0.jpg' }).count()).toBe(1)
  await list.getByText('Let in: only similar').waitFor()
  await row.getByRole('button', { name: /^Allow / }).click()
  await page.getByText('File allowed').waitFor()
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
  expect(received(`POST /api/files/similar/${refused}/allow`)).toHaveLength(1)

  const npub = 'npub'
  site.relay.answers.set('GET /api/files/bans/share', { body: { events: 0, hashes: 0, pubkey } })
  site.relay.answers.set('POST /api/files/bans/share', () => {
    site.relay.answers.set('GET /api/files/bans/share', { body: { events: 1, hashes: 12, pubkey } })
    return { body: { events: 1, hashes: 12, pubkey } }
  })
  site.relay.answers.set('GET /api/files/bans/images', { body: { lists: [] } })
  site.relay.answers.set('POST /api/files/bans/fetch', () => {
    const list = { reason: 'Listed by wss://far.example', hashes: 2, at: '2026-08-30T12:00:00Z' }
    site.relay.answers.set('GET /api/files/bans/images', { body: { lists: [list] } })
    return { body: { banned: 3, deleted: 1, refused: [] } }
  })
  site.relay.answers.set('POST /api/files/bans/images/remove', () => {
    site.relay.answers.set('GET /api/files/bans/images', { body: { lists: [] } })
    return { body: { removed: 2 } }
  })
  site.relay.tell('changed', { what: 'files' })
  await box.getByRole('button', { name: 'Share the list' }).click()
  await box.getByText('12 hashes are shared as events of npub1').waitFor()
  await box.getByRole('button', { name: 'Withdraw the list' }).waitFor()
  await box.getByRole('textbox', { name: 'Relay with a list' }).fill('wss://far.example')
  await box.getByRole('textbox', { name: 'Public key of that relay' }).fill(npub)
  await box.getByRole('button', { name: 'Import its list' }).click()
  const lists = box.getByRole('region', { name: 'Banned images from lists' })
  await lists.getByText('2 images').waitFor()
  await lists.getByRole('button', { name: /^Unban the images/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unban' }).click()
  await lists.waitFor({ state: 'detached' })
  expect(received('POST /api/files/bans/fetch').map(({ body }) => body)).toEqual([
    { relay: 'wss://far.example', pubkey: npub, reason: 'Listed by wss://far.example' },
  ])
  expect(received('POST /api/files/bans/images/remove').map(({ body }) => body)).toEqual([
    { reason: 'Listed by wss://far.example' },
  ])
})

it("shows the progress of every admin's jobs, which can be stopped, and undone at the end; the trash shows what was deleted, of every type, gives it back, and is emptied after asking", async () => {
  site.relay.answers.set('GET /api/files/jobs', { body: { jobs: [job] } })
  const page = await go()
  await page.getByText('4,000 of 12,431 files, 1 KB').waitFor()
  const stopped: FileJob = { ...job, state: 'stopped', endedAt: new Date().toISOString(), undoable: 4_000 }
  site.relay.answers.set('POST /api/files/jobs/4/stop', () => {
    site.relay.answers.set('GET /api/files/jobs', { body: { jobs: [stopped] } })
    return { body: { job: stopped } }
  })
  await button(page, 'Stop').click()
  await page.getByText('Deletion stopped').waitFor()
  site.relay.answers.set('POST /api/files/jobs/4/undo', { body: { job: { ...job, action: 'restore' } } })
  await button(page, 'Undo').click()
  await expect.poll(() => received('POST /api/files/jobs/4/undo').length).toBe(1)

  playFiles(site.relay, [
    fileOf(0, { Status: 'trashed' }),
    fileOf(1, { Status: 'trashed', MimeType: 'video/mp4' }),
    fileOf(2),
  ])
  site.relay.tell('changed', { what: 'files' })
  await card(page, 2).waitFor()
  await button(page, 'Trash').click()
  await card(page, 1).waitFor()
  expect(await cards(page).count()).toBe(2)
  await button(page, 'Actions for picture-1.jpg').click()
  await page.getByRole('menuitem', { name: 'Restore' }).click()
  await page.getByText('1 file restored').waitFor()
  await expect.poll(() => cards(page).count()).toBe(1)
  site.relay.answers.set('GET /api/files/totals', {
    body: {
      stored: { files: 2, bytes: 2 },
      trashed: { files: 1, bytes: 1000 },
      groups: [],
      types: [],
      owners: 1,
      readsFilms: true,
    },
  })
  site.relay.answers.set('POST /api/files/purge', { body: { job: { ...job, action: 'purge', files: 1 } } })
  await button(page, 'Empty trash').click()
  await page
    .getByRole('alertdialog', { name: 'Delete this file forever?' })
    .getByRole('button', { name: 'Delete forever' })
    .click()
  await page.getByText('Deleting 1 file forever').waitFor()
  expect(received('POST /api/files/purge')[0]?.body).toEqual({
    selection: { filter: { status: 'trashed' }, except: [] },
  })
})
