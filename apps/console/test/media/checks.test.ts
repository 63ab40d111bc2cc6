import { describe, expect, it } from 'vitest'
import { openMediaConsole } from '../support/media-visit.ts'
import { hashOf } from '../support/stubs/stub-files.ts'

const { site, go, button } = openMediaConsole()

describe('the check of the files', () => {
  it('shows how far it is and what it found, where to save what is there, and begins when asked', async () => {
    const round = {
      beganAt: new Date().toISOString(),
      endedAt: null,
      files: 40,
      bytes: 4096,
      filesDone: 7,
      bytesDone: 1024,
    }
    const damaged = {
      hash: hashOf(1),
      name: 'cat.jpg',
      mime: 'image/jpeg',
      bytes: 1001,
      store: 'disk',
      what: 'damaged',
    }
    const findings = [
      { ...damaged, foundAt: round.beganAt, link: '/api/files/1/content?until=1&key=k' },
      { ...damaged, hash: hashOf(2), name: '', what: 'missing', foundAt: round.beganAt, link: null },
    ]
    const state = { round, nextAt: null, waitsFor: ['s3'], bytesPerSecond: 8 * 2 ** 20, findings, total: 3 }
    site.relay.answers.set('GET /api/files/checks', { body: state })
    site.relay.answers.set('POST /api/files/checks', { body: { round } })
    const page = await go()
    await button(page, 'Storage').click()
    const box = page.getByRole('dialog').getByRole('region', { name: 'File check' })
    await box.getByText('Checking: 7 of 40 files, 1 KB').waitFor()
    await box.getByText('Paused: this store is unreachable: S3 bucket').waitFor()
    await box.getByText('3 files are missing or damaged').waitFor()
    await box.getByText('1 more is not shown').waitFor()
    expect(await box.getByRole('button', { name: /^Download what is left/ }).count()).toBe(1)
    expect(await box.getByRole('button', { name: 'Check now' }).count()).toBe(0)
    const over = { ...round, endedAt: round.beganAt, filesDone: 40 }
    site.relay.answers.set('GET /api/files/checks', {
      body: { ...state, round: over, waitsFor: [], nextAt: round.beganAt },
    })
    await box.getByRole('button', { name: 'Check now' }).click()
    await page.getByText('The relay is checking the files').waitFor()
    await box.getByText(/^Last check: .*40 files, 4 KB/).waitFor()
    await box.getByRole('button', { name: /^Damaged cat.jpg/ }).click()
    await page.waitForURL(`**/media-manager?type=all&q=${hashOf(1)}`)
  })
})
