import { describe, expect, it } from 'vitest'
import { openConsole } from '../../support/console-visit.ts'
import { playState } from '../../support/stubs/relay-states.ts'

const site = openConsole(relay => playState(relay, 'full'), { signedIn: true })

describe('the strip of needs', () => {
  it('is at the top of the dashboard, each with the way there, else nothing to do (DESK-14)', async () => {
    const page = await site.go('/')
    const strip = page.getByRole('region', { name: 'What needs attention' })
    await strip.getByRole('heading', { name: '6 things need you' }).waitFor()
    const links = await strip.getByRole('link').all()
    const places = links.map(async link => [await link.textContent(), await link.getAttribute('href')])
    expect(await Promise.all(places)).toEqual([
      ['The S3 server is not responding', '/media-manager'],
      ['4 open cases', '/moderation'],
      ['No backup was ever made', '/backup'],
      ['1 refund is waiting', '/subscribers'],
      ['2 payments failed this week', '/profile/payments?status=failed'],
      ['Version 1.5.0 is available (you run 1.4.0)', '/health'],
    ])
    const isOnTop = async () => {
      const above = (await strip.boundingBox())?.y
      for (const name of ['Paid subscribers', 'Storage']) {
        const below = await page.getByRole('heading', { name }).first().boundingBox()
        expect(above).toBeLessThan(below?.y ?? 0)
      }
    }
    await isOnTop()
    await page.evaluate(() => localStorage.setItem('lng', 'de'))
    await page.reload()
    const german = page.getByRole('region', { name: 'Was zu tun ist' })
    await german.getByRole('heading', { name: '6 Sachen warten auf Sie' }).waitFor()
    expect(await german.getByRole('link').allTextContents()).toEqual([
      'Der S3-Server antwortet nicht',
      '4 offene Fälle',
      'Es gibt noch keine Sicherung',
      '1 Rückzahlung wartet',
      '2 Zahlungen in dieser Woche fehlgeschlagen',
      'Version 1.5.0 ist erschienen; hier läuft 1.4.0',
    ])
    site.relay.answers.set('GET /api/needs', { body: { needs: [] } })
    await page.reload()
    await german.getByText('Nichts zu tun', { exact: true }).waitFor()
    await page.evaluate(() => localStorage.setItem('lng', 'en'))
    await page.reload()
    await strip.getByText('Nothing to do').waitFor()
    await isOnTop()
  })
})
