import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openConsole } from '../../support/console-visit.ts'
import { readCode } from '../../support/fake-camera.ts'
import { fullOperation, healthReport, newSteps } from '../../support/stubs/operation-answers.ts'
import { playState } from '../../support/stubs/relay-states.ts'
import { status } from '../../support/stubs/stub-relay.ts'

const site = openConsole(relay => playState(relay, 'full'), { signedIn: true })

describe('the page of health', () => {
  it('shows each measurement with its state, what it means, and what to do where it is not fine (DESK-03)', async () => {
    const page = await site.go('/health')
    const rows = page.getByRole('list', { name: 'Health of the relay' }).getByRole('listitem')
    const row = (title: string) => rows.filter({ has: page.getByRole('heading', { name: title }) }).first()
    await row('Disk').getByText('1.5 GB of 80 GB free').waitFor()
    await row('Disk').getByText('Delete files under Media, or add storage.').waitFor()
    expect(await row('Disk').getByRole('link').getAttribute('href')).toBe('/media-manager')
    await row('Databases').getByText('Stop the relay and restore the last backup.').waitFor()
    expect(await row('Databases').getByText('Damaged', { exact: true }).count()).toBe(1)
    await row('Clock').getByText('0.3 sec behind').waitFor()
    expect(await row('Clock').getByText('Turn on time synchronisation').count()).toBe(0)
    await row('Backup').getByText('Never').waitFor()
    await row('Version').getByText('Version 1.5.0 is ready. Make a backup, update and restart.').waitFor()
    await row('Version')
      .getByText(/^1\.4\.0, up for /)
      .waitFor()
    for (const title of ['Disk', 'Backup', 'Version']) await row(title).getByText('Warning', { exact: true }).waitFor()
    for (const title of ['Memory', 'Bitcoin']) await row(title).getByText('OK', { exact: true }).waitFor()
    await row('Email').getByText('Not set up', { exact: true }).waitFor()
    expect(await row('Email').getByRole('link').getAttribute('href')).toBe('/settings/email')
    const values = {
      Memory: '317 MB used; 2.2 GB of 4 GB available',
      Processor: '12% of a core; load 0.4 on 2 cores',
      'Serving processes': '1 of 2 running',
      'TLS certificate': /^Valid until Nov 20, 2026/,
      Bitcoin: 'In sync',
      Email: 'No mail server',
      Queues: '214 connections, 1.14 MB unsent, 3 images to judge',
      'View from outside': /^Seen by 2 monitors, last on Aug 31, 2026/,
    }
    for (const [title, value] of Object.entries(values)) await row(title).getByText(value).waitFor()
    await row('Serving processes').getByText('1: 211 clients, 123 MB, 31% of a core, 99 % within 6.3 ms').waitFor()
    await row('Serving processes').getByText('serving-1 (10.0.0.2)').waitFor()
    await row('Serving processes').getByText('2: not running').waitFor()
    await row('Serving processes').getByText('Problem', { exact: true }).waitFor()
    site.relay.answers.set('GET /api/health/report', {
      body: {
        ...healthReport,
        processes: { state: 'off', each: [] },
        backup: { state: 'ok', last_at: '2026-08-29T03:00:00Z' },
      },
    })
    await page.reload()
    await row('Backup')
      .getByText(/^Last on Aug 29, 2026/)
      .waitFor()
    expect(await row('Serving processes').count()).toBe(0)
  })

  it('puts what needs the operator first, and explains only that on a phone', async () => {
    const page = await site.go('/health')
    const rows = page.getByRole('list', { name: 'Health of the relay' }).getByRole('heading')
    await rows.first().waitFor()
    const isFine = (await rows.allInnerTexts()).map(title => !/Problem|Warning/.test(title))
    expect(isFine).toEqual([...isFine].sort())
    expect(isFine).toContain(false)
    const explained = page.getByText('What the relay uses, and what the machine has left.')
    const height = async () => (await explained.boundingBox())?.height
    expect(await height()).toBeGreaterThan(10)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(height).toBe(1)
    expect((await page.getByText('Delete files under Media').boundingBox())?.height).toBeGreaterThan(10)
  })

  it('lists the standby with the reason why it could not take over, where there is one', async () => {
    const page = await site.go('/health')
    const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^Standby/ }) })
    await page.getByRole('heading', { name: /^Disk/ }).waitFor()
    expect(await row.count()).toBe(0)
    const machines = [{ host: 'two.internal', seen_at: '2026-08-31T11:59:00Z', problem: 'It has another secret.key.' }]
    site.relay.answers.set('GET /api/health/report', { body: { ...healthReport, standby: { state: 'bad', machines } } })
    await page.reload()
    await row.getByText('Waiting, but could not take over').waitFor()
    await row.getByText(/^two\.internal last seen on .*It has another secret\.key\.$/).waitFor()
  })

  it('names who reports about the relay from outside, and asks other relays once they are saved', async () => {
    let saved: unknown
    site.relay.answers.set('PUT /api/health/outside', ({ body }) => {
      saved = body
      return { body: { address: 'wss://relay.example/', relays: [], reports: [] } }
    })
    const page = await site.go('/health')
    const card = page.getByRole('region', { name: 'View from outside' })
    const reports = card.getByRole('table', { name: 'Reports of monitors' })
    await reports.getByRole('cell', { name: '121 ms' }).waitFor()
    expect(await reports.getByRole('row').count()).toBe(3)
    expect(await reports.getByRole('cell', { name: '–', exact: true }).count()).toBe(1)
    await card.getByText(/wss:\/\/away\.example Asked on .* cannot be reached/).waitFor()
    await card.getByRole('textbox').fill(' wss://one.example\n\nwss://two.example ')
    await card.getByRole('button', { name: 'Save and ask' }).click()
    await page.getByText('Saved. The relays were asked.').waitFor()
    expect(saved).toEqual({ relays: ['wss://one.example', 'wss://two.example'] })
  })
})

describe('restarting', () => {
  it('asks first, and waits until another start of the relay answers', async () => {
    let [asked, answered] = [0, 0]
    site.relay.answers.set('POST /api/restart', () => {
      asked += 1
      return { body: { success: true } }
    })
    site.relay.answers.set('GET /api/status', () => {
      if (asked > 0) answered += 1
      if (answered === 1) return { status: 503, body: { error: 'ends', code: 'unavailable' } }
      return { body: { ...status, ...(answered > 1 && { startedAt: '2026-01-02T00:00:00Z' }) } }
    })
    const page = await site.go('/health')
    await page.getByRole('button', { name: 'Restart', exact: true }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText(/connections wait until the relay is back/).waitFor()
    expect(asked).toBe(0)
    await dialog.getByRole('button', { name: 'Restart', exact: true }).click()
    await page.getByText(/^The relay is starting… \d+ s$/).waitFor()
    await page.getByText(/^The relay is back after \d+ s\.$/).waitFor()
    expect(asked).toBe(1)
  })

  it('ends with a message where the relay does not come back within ten minutes', async () => {
    site.relay.answers.set('POST /api/restart', { body: { success: true } })
    const page = await site.go('/health')
    await page.clock.install()
    await page.getByRole('button', { name: 'Restart', exact: true }).click()
    const again = page.getByRole('alertdialog').getByRole('button', { name: 'Restart', exact: true })
    await again.click()
    await page.getByText('The relay is ending…').waitFor()
    await page.clock.fastForward(540_000)
    await page.getByText('The relay is ending…').waitFor()
    await page.clock.fastForward(61_000)
    await page.getByText(/^The relay has not come back within ten minutes\./).waitFor()
    await page.getByText('The relay is ending…').waitFor({ state: 'detached' })
  })
})

describe('traffic and storage over time', () => {
  it('have ranges of an hour to a year in the URL, the time before, and what happened, and lead to its events and refusals (DESK-02)', async () => {
    const page = await site.go('/')
    const card = page.getByRole('region', { name: 'Traffic' })
    await card.getByText('1,200 accepted, 48 refused. That is 25% more than in the 24 hours before.').waitFor()
    await card.getByText('Accepted, time before').waitFor()
    await card.getByText('Settings saved: Relay settings').waitFor()
    const chart = card.getByRole('slider', { name: 'Traffic' })
    await chart.focus()
    await chart.press('Home')
    await chart.press('Enter')
    const since = Date.UTC(2026, 7, 30, 12) / 1000
    const events = new URL(
      (await card.getByRole('link', { name: 'Events of this time' }).getAttribute('href')) ?? '',
      site.relay.url,
    )
    expect(JSON.parse(events.searchParams.get('filter') ?? '')).toEqual({ since, until: since + 1799 })
    const refusals = await card.getByRole('link', { name: /refusals: see that day$/ }).getAttribute('href')
    expect(refusals).toContain('from=2026-08-30')
    const ranges = card.getByRole('group', { name: 'Range' }).getByRole('button')
    expect(await ranges.allTextContents()).toEqual(['1 h', '6 h', '24 h', '7 d', '30 d', '1 y'])
    // The one of 24 hours is there already.
    for (const at of [0, 1, 3, 4, 5]) {
      const range = ['1h', '6h', '24h', '7d', '30d', '1y'][at]
      const asked = page.waitForRequest(new RegExp(`/api/history\\?range=${range}$`))
      await ranges.nth(at).click()
      await asked
      expect(new URL(page.url()).searchParams.get('range')).toBe(range)
    }
    await card.getByRole('button', { name: 'Stored' }).click()
    const stored = page.getByRole('region', { name: 'Stored' })
    for (const text of [/GB stored\./, 'Notes, time before', 'Media, time before', 'Settings saved: Relay settings'])
      await stored.getByText(text).waitFor()
  })
})

describe('the page of clients', () => {
  it('lists who is connected and how busy, page by page (DESK-04)', async () => {
    const page = await site.go('/clients')
    const rows = page.getByRole('list', { name: 'Clients' }).locator('> li')
    await rows.nth(2).waitFor()
    await rows.first().getByText('203.0.113.7').waitFor()
    for (const text of [
      'nostr-tools/2.17',
      '5,321 events, 240 per minute',
      '89 requests, 3 per minute',
      /^12 subscriptions ·/,
    ])
      await rows.first().getByText(text).waitFor()
    await rows.nth(1).getByText('Does not name its program').waitFor()
    const next = page.waitForRequest(/\/api\/clients\?.*offset=50/)
    await page.getByRole('button', { name: 'Next' }).click()
    await next
    const found = page.waitForRequest(/\/api\/clients\?.*q=203/)
    await page.getByRole('textbox', { name: 'Address, program or key' }).fill('203')
    expect(new URL((await found).url()).searchParams.get('offset')).toBe('0')
    await page.waitForURL(/\?q=.*203/)
    await page.reload()
    await expect.poll(() => page.getByRole('textbox', { name: 'Address, program or key' }).inputValue()).toBe('203')
  })

  it('disconnects a client, and blocks its address or keys for a time, with undo (DESK-04)', async () => {
    const { answers, received } = site.relay
    const { clients, count } = fullOperation['/api/clients']
    const keys = ['b', 'c'].map(digit => digit.repeat(64))
    answers.set('GET /api/clients', {
      body: { clients: clients.map(one => (one.id === 41 ? { ...one, pubkeys: keys } : one)), count },
    })
    answers.set('POST /api/clients/41/disconnect', { body: { success: true } })
    answers.set('POST /api/access/addresses', { body: { added: 1, updated: 0, before: [], refused: [] } })
    const page = await site.go('/clients')
    const act = async (what: string) => {
      await page.getByRole('button', { name: 'Actions for 203.0.113.7' }).click()
      const asked = page.waitForRequest(request => request.method() === 'POST')
      await page.getByRole('menuitem', { name: what }).click()
      return asked
    }
    const said = page.getByText('Disconnected. The client can connect again.').waitFor()
    expect(new URL((await act('Disconnect')).url()).pathname).toBe('/api/clients/41/disconnect')
    await said
    const saidBlocked = page.getByText('203.0.113.7 is blocked').waitFor()
    const [entry] = (await act('Block address for an hour')).postDataJSON().entries
    expect(entry.value).toBe('203.0.113.7')
    const hoursUntil = async (at: string) => (Date.parse(at) - (await page.evaluate(() => Date.now()))) / 3_600_000
    expect(await hoursUntil(entry.expires_at)).toBeCloseTo(1, 2)
    await saidBlocked
    const removed = page.waitForRequest(
      asked => asked.method() === 'DELETE' && asked.url().endsWith('/api/access/addresses'),
    )
    await page.getByRole('button', { name: 'Undo' }).click()
    expect((await removed).postDataJSON()).toEqual({ values: ['203.0.113.7'] })
    for (const key of keys) answers.set(`DELETE /api/blocked-pubkeys/${key}`, { body: { success: true, message: '' } })
    const blocked = { pubkey: keys[0], reason: '', blocked_at: '2026-08-31T12:00:00Z' }
    answers.set('POST /api/blocked-pubkeys', { body: { success: true, message: '', blocked, deleted_events: 0 } })
    await act('Block key for a week')
    await page.getByText('2 keys are blocked').waitFor()
    const blocks = received
      .filter(({ call }) => call === 'POST /api/blocked-pubkeys')
      .map(({ body }) => body as { pubkey: string; expires_at: string })
    expect(blocks.map(({ pubkey }) => pubkey).sort()).toEqual(keys)
    for (const { expires_at } of blocks) expect(Math.round(await hoursUntil(expires_at))).toBe(168)
    await page.getByRole('button', { name: 'Undo' }).click()
    const lifted = () =>
      received.flatMap(({ call }) => (call.startsWith('DELETE /api/blocked-pubkeys/') ? [call.slice(-64)] : []))
    await expect.poll(() => lifted().sort()).toEqual(keys)
    await page.getByRole('button', { name: 'Actions for 127.0.0.1' }).click()
    await page.getByRole('menuitem', { name: 'Disconnect' }).waitFor()
    expect(await page.getByRole('menuitem', { name: /Block address/ }).count()).toBe(0)
  })
})

describe('the page of backups', () => {
  it('backs up by one button, and saves place, schedule and key (DESK-06)', async () => {
    const { answers, received } = site.relay
    const { runs, ...state } = fullOperation['/api/backup']
    const body = { ...state, runs: runs.slice(1), progress: null }
    answers.set('GET /api/backup', { body })
    answers.set('POST /api/backup/runs', { status: 202, body })
    answers.set('PUT /api/backup', { body })
    const page = await site.go('/backup')
    const bodies = (call: string) => received.filter(one => one.call === call).map(({ body }) => body)
    await page.getByRole('button', { name: 'Back up now' }).click()
    await expect.poll(() => bodies('POST /api/backup/runs')).toHaveLength(1)
    const key = `age1${'p'.repeat(58)}`
    const places = [
      ['/srv/other', '/srv/other'],
      ['https://key:secret@s3.example/bucket', 'https://key:secret@s3.example/bucket'],
      ['sftp://me:secret@host.example/backups#SHA256:x', 'sftp://me:secret@host.example/backups#SHA256:x'],
    ] as const
    await page.getByRole('combobox', { name: 'Schedule' }).click()
    await page.getByRole('option', { name: 'Weekly, on Mondays' }).click()
    await page.getByRole('radio', { name: /^For an age key/ }).click()
    await page.getByRole('textbox', { name: 'Public key' }).fill(key)
    for (const [typed, place] of places) {
      await page.getByRole('textbox', { name: 'Place' }).fill(typed)
      await page.getByRole('button', { name: 'Save plan' }).click()
      const plan = { place, schedule: 'weekly', hour: 3, encryption: 'recipient', recipient: key, tests: false }
      await expect.poll(() => bodies('PUT /api/backup').at(-1)).toEqual({ ...plan, keep: state.plan.keep })
    }
  })
})

describe('the first steps with a relay', () => {
  it('show its address with copy and QR, tick themselves, give files for the own domain, and can be put away (DESK-01)', async () => {
    const { answers } = site.relay
    const told = (steps: typeof newSteps, is_hidden = false) =>
      answers.set('GET /api/first-steps', { body: { steps, is_hidden } })
    told(newSteps)
    answers.set('GET /api/relaycount', { body: { kinds: 0, photos: 0, videos: 0, audio: 0, misc: 0 } })
    const page = await site.go('/')
    const card = page.getByRole('region', { name: 'First steps' })
    await card.getByText('1 of 7 done').waitFor()
    expect(await card.getByRole('link', { name: 'Moving here' }).getAttribute('href')).toBe('/moving')
    await card.getByText('wss://hornets.example.com').waitFor()
    await card.getByRole('button', { name: 'Copy relay address' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('wss://hornets.example.com')
    const code = card.getByRole('img', { name: 'Relay address as a QR code' })
    expect(await readCode(code)).toBe('wss://hornets.example.com')
    // A phone shows the steps without scrolling past the code, which it cannot scan itself.
    await page.setViewportSize({ width: 390, height: 844 })
    await code.waitFor({ state: 'hidden' })
    await page.setViewportSize({ width: 1440, height: 900 })
    const steps = card.getByRole('list', { name: 'First steps' }).getByRole('listitem')
    expect((await steps.allInnerTexts()).filter(text => text.includes('(done)'))).toEqual(['Connect a client\n(done)'])
    told(newSteps.map(({ what, is_done }) => ({ what, is_done: is_done || what === 'note' })))
    await card.getByText('2 of 7 done').waitFor()
    await card.getByRole('button', { name: 'Files for Caddy and nginx' }).click()
    await card.getByText('server_name hornets.example.com;').waitFor()
    await card.getByRole('textbox', { name: 'Domain of the relay' }).fill('relay.mine.example')
    await card.getByText('PUBLIC_URL=wss://relay.mine.example CONSOLE_URL=https://console.mine.example').waitFor()
    answers.set('PUT /api/first-steps', { body: { success: true } })
    told(newSteps, true)
    await card.getByRole('button', { name: 'Put away' }).click()
    await card.waitFor({ state: 'detached' })
  })
})

describe('the history of settings', () => {
  it('shows versions with their difference, undoes one, and exports and imports a file (DESK-09)', async () => {
    const { answers, received } = site.relay
    const bodies = (call: string) => received.filter(one => one.call === call).map(({ body }) => body)
    const [now, restored] = [{ relayname: 'Hive' }, { relayname: 'Nest' }]
    answers.set('GET /api/settings-history/38', {
      body: { section: 'relay_info', now, restored, secrets: [], newest: 38 },
    })
    answers.set('POST /api/settings-history/38/restore', { body: { changed: ['relayname'] } })
    const file = { format: 'hornets-settings', version: 1, settings: { relay_info: restored }, left_out: [] }
    answers.set('GET /api/settings-file', { body: file })
    answers.set('POST /api/settings-file/comparison', { body: { changes: [{ section: 'relay_info', now, restored }] } })
    answers.set('POST /api/settings-file', { body: { saved: ['relay_info'] } })
    const page = await site.go('/settings-history')
    const version = page.getByRole('list', { name: 'Settings history' }).getByRole('listitem').nth(1)
    await version.getByRole('button', { name: /^Relay info.*2 values.*Current/ }).click()
    const rowsOf = async (place: Locator) => {
      await place.getByText('Nest', { exact: true }).waitFor()
      const rows = await place.locator('tr:visible').all()
      return Promise.all(rows.map(async row => (await row.locator('th, td').allInnerTexts()).slice(-2)))
    }
    expect(await rowsOf(version)).toEqual([
      ['Before', 'After'],
      ['Nest', 'Hive'],
      ['Old', 'For beekeepers and their friends'],
    ])
    await version.getByRole('button', { name: 'Undo' }).click()
    const dialog = page.getByRole('dialog')
    const differs = async () =>
      expect(await rowsOf(dialog)).toEqual([
        ['Now', 'Restored'],
        ['Hive', 'Nest'],
      ])
    await differs()
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
    await page.getByText('Restored: Relay info').waitFor()
    expect(bodies('POST /api/settings-history/38/restore')).toEqual([{ side: 'before', newest: 38 }])
    const chosen = page.waitForRequest(/\/api\/settings-history\?.*section=general/)
    await page.getByRole('combobox', { name: 'Settings' }).click()
    await page.getByRole('option', { name: 'General' }).click()
    await chosen

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^settings-\d{4}-\d\d-\d\d\.json$/)
    await page.locator('input[type=file]').setInputFiles(await download.path())
    await differs()
    await dialog.getByRole('button', { name: 'Import one section' }).click()
    await page.getByText('One section was imported').waitFor()
    expect(bodies('POST /api/settings-file')).toEqual([{ file, sections: ['relay_info'] }])
  })
})
