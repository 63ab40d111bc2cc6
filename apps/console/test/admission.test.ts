import { relaySettingsDefaults } from '@hornets/contract/admin/relay-settings'
import { describe, expect, it } from 'vitest'
import { openConsole } from './support/console-visit.ts'
import { status } from './support/stubs/stub-relay.ts'

const keyA = 'ab'.repeat(32)
const keyB = 'cd'.repeat(32)

const site = openConsole(
  relay => {
    relay.answers.set('GET /api/status', { body: status })
    relay.answers.set('GET /api/relay-settings', { body: { relay_settings: relaySettingsDefaults } })
    relay.answers.set('POST /api/relay-settings', { body: { message: 'Saved' } })
    relay.answers.set('GET /api/kinds', { body: [{ kindNumber: 7, kindCount: 1204, totalSize: 1 }] })
    block([])
  },
  { signedIn: true },
)
const { go } = site

function block(rows: readonly (readonly [pubkey: string, reason: string])[]): void {
  const blocked = rows.map(([pubkey, reason]) => ({ pubkey, reason, blocked_at: '2026-11-01T00:00:00Z' }))
  site.relay.answers.set('GET /api/blocked-pubkeys', { body: { blocked_pubkeys: blocked, count: rows.length } })
}

const offeredNames = [
  [0, 'Profile metadata'],
  [1, 'Text note'],
  [3, 'Follow list'],
  [5, 'Deletion request'],
  [6, 'Repost'],
  [7, 'Reaction'],
  [8, 'Badge award'],
  [1984, 'Report'],
  [9372, 'Kind'],
  [9373, 'Kind'],
  [9735, 'Zap receipt'],
  [9802, 'Highlight'],
  [10000, 'Mute list'],
  [30000, 'Follow set'],
  [30008, 'Profile badges'],
  [30009, 'Badge definition'],
  [30023, 'Long-form article'],
  [36810, 'Kind'],
] as const
const germanNames = `Profildaten, Textnotiz, Liste gefolgter Konten, Löschanfrage, Repost, Reaktion, Abzeichenverleihung, Meldung,
Kind 9372, Kind 9373, Zap-Beleg, Hervorhebung, Stummschaltliste, Gruppe gefolgter Konten, Profilabzeichen, Abzeichen, Langform-Artikel, Kind 36810`

describe('relay settings', () => {
  it('MODE-06, MODE-08, MODERATE-30: changes between the modes, names eighteen kinds, shows before the save what will be refused, posts only what was changed, and adds a kind by its number, except one beyond the kinds', async () => {
    let stored: object = relaySettingsDefaults
    site.relay.answers.set('POST /api/relay-settings', ({ body }) => {
      stored = { ...stored, ...(body as { relay_settings: object }).relay_settings }
      site.relay.answers.set('GET /api/relay-settings', { body: { relay_settings: stored } })
      return { body: { message: 'Saved' } }
    })
    const save = async () => {
      const [post] = await Promise.all([
        page.waitForRequest(request => request.method() === 'POST'),
        page.getByRole('button', { name: 'Save' }).click(),
      ])
      return post.postDataJSON()
    }
    const page = await go('/relay-settings')
    await page.getByRole('radio', { name: 'Whitelist' }).click()
    await page.getByRole('radio', { name: 'Blacklist' }).click()
    await page.getByRole('region', { name: 'Kinds excluded' }).waitFor()
    await page.getByRole('radio', { name: 'Whitelist' }).click()
    for (const [kind, name] of offeredNames)
      await page.getByRole('checkbox', { name: new RegExp(`^${name}\\D*\\b${kind}\\b`) }).waitFor()
    await page.getByRole('checkbox', { name: /^Text note/ }).click()
    await page.getByText('1 kind with 1,204 stored events will no longer be accepted: Reaction (7)').waitFor()
    expect(await save()).toEqual({ relay_settings: { mode: 'whitelist', KindWhitelist: ['kind1'] } })

    const media = page.getByRole('region', { name: 'Media types allowed' })
    await media.getByRole('checkbox', { name: /^Audio/ }).click()
    const { relay_settings: types } = await save()
    expect(Object.keys(types)).toEqual(['MimeTypeWhitelist'])
    expect(types.MimeTypeWhitelist).toContain('audio/mpeg')
    expect(types.MimeTypeWhitelist.filter((type: string) => !type.startsWith('audio/'))).toEqual([])

    const group = page.getByRole('radiogroup', { name: 'While images wait for a check' })
    expect(await group.getByRole('radio', { name: 'Strict' }).isChecked()).toBe(true)
    await group.getByRole('radio', { name: 'Passive' }).click()
    expect(await save()).toEqual({ relay_settings: { moderationMode: 'passive' } })
    await page.reload()
    await group.getByRole('radio', { name: 'Passive', checked: true }).waitFor()

    const field = page.getByLabel('Another kind')
    await field.fill('65536')
    await field.press('Enter')
    await page.getByText('Please enter a number from 0 to 65535').waitFor()
    await field.fill('30078')
    await field.press('Enter')
    expect(await page.getByRole('checkbox', { name: /30078/ }).isChecked()).toBe(true)
  })

  it('keeps what is changed while a save is under way', async () => {
    const page = await go('/relay-settings')
    const saved = Promise.withResolvers<void>()
    await page.route('**/api/relay-settings', async route => {
      if (route.request().method() === 'POST') await saved.promise
      await route.continue()
    })
    const chosen = (name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) })
    await chosen('Audio').click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('radio', { name: 'Passive' }).click()
    saved.resolve()
    await page.getByText('Saved. Now in effect.').waitFor()
    expect(await page.getByRole('radio', { name: 'Passive' }).isChecked()).toBe(true)
    expect(await page.getByRole('button', { name: 'Save' }).isEnabled()).toBe(true)
  })

  it('MODE-02, MODE-03, MODE-05: the mode is one of two, changes there and back, is remembered once saved, and each keeps its own list', async () => {
    const lists = { KindBlacklist: ['kind7'], KindWhitelist: ['kind1'] }
    let stored = { ...relaySettingsDefaults, ...lists }
    const posted: object[] = []
    site.relay.answers.set('GET /api/relay-settings', () => ({ body: { relay_settings: stored } }))
    site.relay.answers.set('POST /api/relay-settings', ({ body }) => {
      const { relay_settings } = body as { relay_settings: object }
      posted.push(relay_settings)
      stored = { ...stored, ...relay_settings }
      return { body: { message: 'Saved' } }
    })
    const page = await go('/relay-settings')
    const modes = [
      ['Whitelist', 'Kinds allowed', /^Text note/],
      ['Blacklist', 'Kinds excluded', /^Reaction/],
    ] as const
    const cards = page.getByRole('radiogroup', { name: 'Mode' }).getByRole('radio')
    await expect.poll(() => cards.count()).toBe(2)
    for (const [mode, title, kind] of modes) {
      await page.getByRole('radio', { name: mode }).click()
      const kinds = page.getByRole('region', { name: title })
      await kinds.getByRole('checkbox', { name: kind, checked: true }).waitFor()
      expect(await kinds.getByRole('checkbox', { checked: true }).count()).toBe(1)
      await page.getByRole('button', { name: 'Save' }).click()
      await expect.poll(() => posted.at(-1)).toEqual({ mode: mode.toLowerCase() })
      await expect.poll(() => page.evaluate(() => localStorage.getItem('relayMode'))).toBe(mode.toLowerCase())
    }
  })

  it.each([
    ['en', ['Images', 'Videos', 'Audio', 'Documents', 'Compressed files', 'Other files']],
    ['de', ['Bilder', 'Videos', 'Audio', 'Dokumente', 'Komprimierte Dateien', 'Andere Dateien']],
  ] as const)(
    'MODE-08, MODE-09, MODERATE-30: offers eighteen kinds, six groups of media types and two modes of moderation, in %s',
    async (language, names) => {
      const page = await go('/theme.js')
      await page.evaluate(lng => localStorage.setItem('lng', lng), language)
      await page.goto(`${site.relay.url}/relay-settings`)
      const box = (name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) }).first()
      const kinds = language === 'de' ? germanNames.split(/,\s/) : offeredNames.map(([, name]) => name)
      for (const name of [...names, ...kinds]) await box(name).waitFor()
      const group = page.getByRole('radiogroup', { name: /^(Solange Bilder|While images)/ })
      const words = language === 'de' ? /^Streng.* nur .*Passiv.* alle /s : /^Strict.* only .*Passive.* everyone /s
      await expect.poll(() => group.innerText()).toMatch(words)
    },
  )

  it('MODE-03, MODE-10, CONST-22, R-50: the last mode is remembered for the first paint', async () => {
    site.relay.answers.set('GET /api/relay-settings', {
      body: { relay_settings: { ...relaySettingsDefaults, mode: 'whitelist' } },
    })
    const page = await go('/relay-settings')
    await page.getByText('Kinds allowed').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('relayMode'))).toBe('whitelist')
    const answered = Promise.withResolvers<void>()
    await page.route('**/api/relay-settings', async route => {
      await answered.promise
      await route.continue()
    })
    await page.reload()
    await page.getByRole('radio', { name: 'Whitelist', checked: true, disabled: true }).waitFor()
    answered.resolve()
    await page.getByText('Kinds allowed').waitFor()
  })
})

describe('blocked public keys', () => {
  it('ACCESS-08: refuses an invalid key before a call, marks a key that is already blocked, and asks before deleting with the number of events, counted only on request', async () => {
    const counts = [keyA, keyB].map(key => `GET /api/blocked-pubkeys/${key}/stored-events`)
    site.relay.answers.set(counts[0] ?? '', { body: { count: 1204 } })
    site.relay.answers.set(counts[1] ?? '', { status: 503, body: { error: 'There are too many', code: 'unavailable' } })
    const page = await go('/blocked-pubkeys')
    await page.getByText('Nobody is blocked').waitFor()
    await page.getByRole('button', { name: 'Block an author' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Public key').fill('npub1nonsense')
    await dialog.getByRole('button', { name: 'Block', exact: true }).click()
    await dialog.getByText('Please enter an npub or a 64-character hex public key').waitFor()
    site.relay.answers.set('POST /api/blocked-pubkeys', {
      status: 409,
      body: { error: 'This public key is already blocked', code: 'conflict' },
    })
    await dialog.getByLabel('Public key').fill(keyA)
    await dialog.getByRole('button', { name: 'Block', exact: true }).click()
    await dialog.getByText('This public key is already blocked').waitFor()
    expect(site.relay.calls.filter(call => call.startsWith('POST'))).toHaveLength(1)
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByText('Leave without saving?').waitFor()
    await page.getByRole('button', { name: 'Stay' }).click()
    expect(await dialog.getByLabel('Public key').inputValue()).toBe(keyA)

    const key = dialog.getByLabel('Public key')
    expect(site.relay.calls).not.toContain(counts[0])
    await dialog.getByRole('checkbox', { name: /^Also delete/ }).click()
    await dialog.getByText('1,204 events will be deleted.').waitFor()
    await dialog.getByText('uploaded files stay').waitFor()
    await dialog.getByRole('button', { name: 'Block and delete 1,204 events' }).waitFor()
    await key.fill(keyB)
    await dialog.getByText('could not be counted: There are too many').waitFor()
    await dialog.getByRole('button', { name: 'Block and delete', exact: true }).waitFor()
    site.relay.answers.set(counts[0] ?? '', { body: { count: 0 } })
    await key.fill(keyA)
    await dialog.getByText('No stored events from this author.').waitFor()
    await dialog.getByRole('button', { name: 'Block', exact: true }).waitFor()
  })

  it('a reported key leads to its search, which offers to block that key', async () => {
    const page = await go(`/report-notifications?reportedKey=${keyA}`)
    await page.getByRole('dialog').getByRole('link', { name: 'Access control' }).click()
    await page.waitForURL('**/blocked-pubkeys?q=npub1*')
    const offer = page.getByRole('button', { name: 'Block an author' })
    await offer.nth(1).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByLabel('Public key').inputValue()).toMatch(/^npub1/)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.waitForURL('**/blocked-pubkeys')
  })

  it('ACCESS-06, ERR-01, R-76: shows a refused action as one error toast and its row again; deletes the events of an author after showing their number, unblocks immediately with the focus on the next author, and blocks again on Undo with the reason', async () => {
    block([
      [keyA, 'Spam'],
      [keyB, 'abuse'],
    ])
    site.relay.answers.set(`DELETE /api/blocked-pubkeys/${keyA}`, {
      status: 503,
      body: { error: 'The disk is full', code: 'unavailable' },
    })
    const page = await go('/blocked-pubkeys')
    const unblock = page.getByRole('button', { name: /^Unblock npub/ })
    await unblock.nth(1).waitFor()
    await unblock.first().click()
    const toasts = page.getByRole('region', { name: 'Messages' })
    await toasts.locator('[data-type=error]').getByText('The disk is full').waitFor()
    await expect.poll(() => unblock.count()).toBe(2)
    expect(await page.getByText('The disk is full').count()).toBe(1)
    expect(await page.getByRole('alert').count()).toBe(0)

    const path = `/api/blocked-pubkeys/${keyA}`
    site.relay.answers.set(`GET ${path}/stored-events`, { body: { count: 120 } })
    const deleted = { message: 'ok', deleted_events: 120, still_deleting: false }
    site.relay.answers.set(`POST ${path}/delete-events`, { body: deleted })
    const remove = page.getByRole('button', { name: /^Delete events of npub/ }).first()
    await remove.click()
    const dialog = page.getByRole('dialog', { name: 'Delete events' })
    await dialog.getByText('120 events will be deleted.').waitFor()
    expect(site.relay.calls).not.toContain(`POST ${path}/delete-events`)
    await dialog.getByRole('button', { name: 'Delete events' }).click()
    await page.getByText('120 stored events were deleted.').waitFor()
    site.relay.answers.set(`POST ${path}/delete-events`, { body: { ...deleted, still_deleting: true } })
    await remove.click()
    await dialog.getByRole('button', { name: 'Delete events' }).click()
    await page.getByText('Their deletion continues in the background.').waitFor()

    site.relay.answers.set(`DELETE /api/blocked-pubkeys/${keyA}`, { body: { message: 'ok' } })
    site.relay.answers.set('POST /api/blocked-pubkeys/block-many', { body: { blocked: [], already: 0 } })
    block([[keyB, 'abuse']])
    await unblock.first().press('Enter')
    await expect.poll(() => unblock.count()).toBe(1)
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await expect.poll(focused).toMatch(/^Unblock npub/)
    const [post] = await Promise.all([
      page.waitForRequest(request => request.method() === 'POST'),
      page.getByRole('button', { name: 'Undo' }).click(),
    ])
    expect(post.postDataJSON()).toEqual({ blocks: [{ pubkey: keyA, reason: 'Spam', expires_at: null }], restore: true })
  })

  it('has only the rows in view of ten thousand in the document, and names the lines of an import that it cannot read', async () => {
    block(Array.from({ length: 10_000 }, (_, index) => [index.toString(16).padStart(64, '0'), ''] as const))
    const page = await go('/blocked-pubkeys')
    await page.getByText('10,000 blocked').waitFor()
    expect(await page.locator('tbody tr').count()).toBeLessThan(60)

    await page.getByRole('button', { name: 'Import' }).click()
    await page.getByLabel('Keys').fill(`${keyA},Bots\nnonsense`)
    await page.getByText('Line 2: not a public key').waitFor()
    await page.getByRole('button', { name: 'Block 1 key' }).waitFor()
    await page.mouse.click(5, 5)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('takes search and order from a link and keeps them in the URL, sorts by the chosen header, and Back reverts it', async () => {
    block([
      [keyA, 'spam'],
      [keyB, 'abuse'],
      ['ef'.repeat(32), 'flood'],
    ])
    const page = await go('/blocked-pubkeys?q=a&sort=reason')
    await page.getByText('2 found').waitFor()
    const reasons = () => page.locator('tbody td:nth-child(3)').allTextContents()
    await expect.poll(reasons).toEqual(['abuse', 'spam'])
    await page.evaluate(() => history.pushState({}, '', '/blocked-pubkeys?q=a'))
    await expect.poll(reasons).toEqual(['spam', 'abuse'])
    await page.getByRole('columnheader', { name: 'Reason' }).getByRole('button').click()
    await expect.poll(reasons).toEqual(['abuse', 'spam'])
    expect(await page.getByRole('columnheader', { name: 'Reason' }).getAttribute('aria-sort')).toBe('ascending')
    expect(new URL(page.url()).search).toBe('?q=a&sort=reason')
    await page.goBack()
    await expect.poll(reasons).toEqual(['spam', 'abuse'])
    await page.getByLabel('Search the block list').fill('nobody')
    await page.waitForURL('**/blocked-pubkeys?q=nobody')
    await page.getByText('Nothing found').waitFor()
  })
})

describe('bulk blocking', () => {
  const path = '/api/blocked-pubkeys/unblock-many'
  const rows = [keyA, keyB].map((pubkey, at) => ({
    pubkey,
    reason: `reason ${at}`,
    blocked_at: '2026-11-01T00:00:00Z',
  }))
  const asked = (call: string) => site.relay.received.filter(came => came.call === call).map(({ body }) => body)

  async function chooseBoth() {
    block(rows.map(({ pubkey, reason }) => [pubkey, reason]))
    const page = await go('/blocked-pubkeys')
    await page.getByRole('checkbox', { name: 'Select all shown' }).click()
    await page.getByRole('button', { name: 'Unblock 2' }).click()
    return page
  }

  it('R-20, ACCESS-41: keep their rows chosen with the reason while the password is not given, run in one call once it is, and are undone in one with their reasons', async () => {
    site.relay.answers.set(`POST ${path}`, {
      status: 403,
      body: { error: 'Please confirm your password to continue', code: 'password_needed' },
    })
    const page = await chooseBoth()
    const dialog = page.getByRole('alertdialog', { name: 'Confirm it is you' })
    await dialog.getByText('Unblocking several keys needs your password again').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('2 authors could not be changed: Please confirm your password to continue').waitFor()
    await page.getByRole('button', { name: 'Unblock 2' }).waitFor()
    expect(await page.getByRole('button', { name: /^Unblock npub/ }).count()).toBe(2)
    expect(asked(`POST ${path}`)).toHaveLength(1)

    let confirmed = false
    site.relay.answers.set('POST /api/account/confirm-password', () => {
      confirmed = true
      return { body: { confirmedUntil: '2026-11-21T12:00:00Z' } }
    })
    site.relay.answers.set(`POST ${path}`, () => {
      if (!confirmed)
        return { status: 403, body: { error: 'Please confirm your password to continue', code: 'password_needed' } }
      block([])
      return { body: { unblocked: rows, already: 0 } }
    })
    site.relay.answers.set('POST /api/blocked-pubkeys/block-many', { body: { blocked: rows, already: 0 } })
    await page.getByRole('button', { name: 'Unblock 2' }).click()
    await dialog.getByLabel('Password').fill('Correct-Horse-7')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('Unblocked 2 authors').waitFor()
    expect(asked(`POST ${path}`)).toEqual(Array(3).fill({ pubkeys: [keyA, keyB] }))
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Blocked again: 2 authors').waitFor()
    expect(asked('POST /api/blocked-pubkeys/block-many')).toEqual([
      { blocks: rows.map(({ pubkey, reason }) => ({ pubkey, reason, expires_at: null })), restore: true },
    ])
  })

  it('R-20: are seen continuing by who leaves the page and comes back', async () => {
    site.relay.answers.set(`POST ${path}`, { body: { unblocked: rows, already: 0 } })
    const { page } = await site.begin()
    const held = Promise.withResolvers<void>()
    await page.route(`**${path}`, async route => {
      await held.promise
      await route.continue()
    })
    block(rows.map(({ pubkey, reason }) => [pubkey, reason]))
    await page.goto(`${site.relay.url}/blocked-pubkeys`)
    await page.getByRole('checkbox', { name: 'Select all shown' }).click()
    await page.getByRole('button', { name: 'Unblock 2' }).click()
    await page.getByText('0 of 2').waitFor()
    await page.getByRole('link', { name: 'Relay settings' }).first().click()
    await page.getByRole('heading', { name: 'Relay settings' }).waitFor()
    await page.goBack()
    await page.getByText('0 of 2').waitFor()
    held.resolve()
    await page.getByText('Unblocked 2 authors').waitFor()
    await page.getByText('0 of 2').waitFor({ state: 'detached' })
  })
})
