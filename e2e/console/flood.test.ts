import { npubEncode } from 'nostr-tools/nip19'
import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openBrowser } from '../../dev/browser.ts'
import { claimAndEnter } from '../support/calls.ts'
import { sizes } from '../support/pages.ts'
import { listenForTrouble, newOperator, openContext, type RelayProcess, startRelayProcess } from '../support/world.ts'

const keys = Array.from({ length: 20 }, () => generateSecretKey())
const addresses = ['192.0.2.1', '192.0.2.2', '198.51.100.3']
const perKey = 6

let relay: RelayProcess
let browser: Browser
let page: Page
let trouble: string[]

beforeAll(async () => {
  ;[relay, browser] = await Promise.all([startRelayProcess({ env: { TRUST_PROXY: 'loopback' } }), openBrowser()])
  const operator = newOperator()
  const context = await openContext(browser, operator, { viewport: sizes.desktop })
  page = await context.newPage()
  page.setDefaultTimeout(10_000)
  trouble = listenForTrouble(page)
  await claimAndEnter(page, relay, operator)
})
afterAll(async () => {
  await browser?.close()
  await relay?.stop()
})

function send(address: string, events: readonly object[]): Promise<string[]> {
  const { promise, resolve, reject } = Promise.withResolvers<string[]>()
  const answers: string[] = []
  const socket = new WebSocket(relay.publicUrl, { headers: { 'x-forwarded-for': address } })
  socket.on('open', () => {
    for (const event of events) socket.send(JSON.stringify(['EVENT', event]))
  })
  socket.on('error', reject)
  socket.on('message', data => {
    const [type, , accepted, text] = JSON.parse(String(data))
    if (type === 'OK') answers.push(accepted ? 'taken' : text)
    if (answers.length === events.length) socket.close()
  })
  socket.on('close', () => resolve(answers))
  return promise
}

const now = () => Math.floor(Date.now() / 1000)
let count = 0
const note = (key: Uint8Array, kind = 1) =>
  finalizeEvent({ kind, content: `buy ${++count}`, tags: [], created_at: now() }, key)
const answerTo = async (key: Uint8Array) => (await send('192.0.2.1', [note(key)]))[0]

async function flood(each = perKey): Promise<string[]> {
  const answers = addresses.map((address, at) => {
    const senders = keys.filter((_, index) => index % addresses.length === at)
    return send(address, Array.from({ length: each }, () => senders.map(key => note(key))).flat())
  })
  return (await Promise.all(answers)).flat()
}

const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
const open = (path: string) => page.goto(new URL(path, relay.adminUrl).href)
const ruleRows = () => page.getByRole('table').getByRole('row').locator('nth=1').innerText()

const call = (path: string, body?: object) =>
  page.evaluate(
    async ([to, sent]) => {
      const authorization = `Bearer ${localStorage.getItem('accessToken')}`
      const headers = { authorization, 'content-type': 'application/json' }
      return (await fetch(to, { headers, ...(sent && { method: 'POST', body: sent }) })).json()
    },
    [path, body && JSON.stringify(body)] as const,
  )

async function join(members: readonly Uint8Array[]): Promise<void> {
  const { invitation } = await call('/api/access/invitations', { uses_max: members.length })
  const tags = [['-'], ['claim', invitation.code]]
  const requests = members.map(key => finalizeEvent({ kind: 28_934, content: '', tags, created_at: now() }, key))
  expect(new Set(await send('192.0.2.9', requests))).toEqual(new Set(['taken']))
}

describe('one journey through a flood, and through the rules against it', { shuffle: false }, () => {
  test('shows a flood live, tries a rule against it, allows one person and takes all of it back (ACCESS-39, REFUSE-08, REFUSE-09)', async () => {
    const [wronged = generateSecretKey(), other = wronged] = keys
    const npub = npubEncode(getPublicKey(wronged))
    await join(keys.slice(0, 3))
    await open('/people?sort=events')
    await page.getByText('Nobody has written yet').waitFor()
    expect(await flood()).toEqual(Array(keys.length * perKey).fill('taken'))
    const people = page.getByRole('row').filter({ hasText: String(perKey) })
    await expect.poll(() => people.count(), { timeout: 10_000 }).toBeGreaterThanOrEqual(keys.length)

    await open('/blocked-pubkeys?list=rules')
    await page.getByRole('listitem').filter({ hasText: 'Strangers: at most 5' }).getByRole('button').click()
    await page.getByRole('combobox', { name: 'From whom' }).click()
    await page.getByRole('option', { name: 'Everyone' }).click()
    await button('Try it').click()
    await page.getByText('Would have refused 20 events in the last 7 days by 20 people. Of them: 3 members.').waitFor()
    expect(await page.getByText('By kind').locator('..').innerText()).toMatch(/Kinds 1\s+20/)
    const byPerson = page.getByText('By person').locator('..').getByRole('listitem')
    expect(await byPerson.allInnerTexts()).toEqual(Array(6).fill(expect.stringMatching(/\n1$/)))
    for (const [action, refused] of [
      ['Allow', 0],
      ['Refuse', 120],
      ['Limit', 20],
    ] as const) {
      await page.getByRole('combobox', { name: 'What happens' }).click()
      await page.getByRole('option', { name: action }).click()
      await button('Try it').click()
      await page.getByText(`Would have refused ${refused} events in the last 7 days`).waitFor()
    }
    expect(await answerTo(wronged)).toBe('taken')
    await button('Save').click()
    await page.getByText('At most 5 an hour').waitFor()

    await open('/blocked-pubkeys?list=words')
    await button('Block words').click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Words' }).fill('buy')
    await button('Try it').click()
    const tried = page.getByText('Would have refused 121 events in the last 7 days by 20 people. Of them: 3 members.')
    await tried.waitFor()
    const ofKind = () => page.getByText('By kind').locator('..').innerText()
    expect(await ofKind()).toMatch(/Kinds 1\s+121/)
    const ofPerson = () => page.getByText('By person').locator('..').getByRole('listitem').first().innerText()
    expect(await ofPerson()).toMatch(/\n7$/)
    const found = [expect.stringMatching(/Kinds 1\s+121/), expect.stringMatching(/\n7$/)]
    await open('/relay-settings')
    await page
      .getByRole('checkbox', { name: /^\D*\b1\b/ })
      .first()
      .click()
    await button('Try it').click()
    await tried.waitFor()
    expect([await ofKind(), await ofPerson()]).toEqual(found)
    await open('/relay-settings')
    await page.getByRole('radio', { name: 'Whitelist' }).click()
    await page.getByRole('checkbox', { name: /^Reaction/ }).click()
    await button('Try it').click()
    await tried.waitFor()
    expect([await ofKind(), await ofPerson()]).toEqual(found)
    await open('/blocked-pubkeys?list=rights')
    await page.getByRole('radio', { name: /^Invited/ }).click()
    await button('Try it').click()
    await page.getByText('Would have refused 102 events in the last 7 days by 17 people.').waitFor()
    for (const size of [sizes.phone, sizes.desktop]) {
      await page.setViewportSize(size)
      expect([await ofKind(), await ofPerson()]).toEqual([
        expect.stringMatching(/Kinds 1\s+102/),
        expect.stringMatching(/\n6$/),
      ])
    }

    await open('/refusals')
    await page.getByText('Nothing refused').first().waitFor()
    for (const key of [wronged, other])
      await send(
        '192.0.2.1',
        Array.from({ length: perKey }, () => note(key)),
      )
    const lines = page.getByRole('list', { name: 'Refusals' }).getByRole('button', { expanded: false })
    await lines.filter({ hasText: 'rate-limited: at most 5 per hour' }).nth(1).waitFor()
    await button('Pause').click()
    const shown = await lines.count()
    await answerTo(other)
    await button('Resume 1 new').waitFor()
    expect(await lines.count()).toBe(shown)
    await button('Resume').click()
    await expect.poll(() => lines.count()).toBe(shown + 1)
    await page.getByRole('combobox', { name: 'Cause' }).click()
    await page.getByRole('option', { name: 'Blocked word' }).click()
    await page.getByText('No refusal matches these filters').waitFor()
    await open(`/refusals?key=${npub}&cause=rate`)
    for (const [filter, other, right] of [
      ['Answer sent', 'nothing like it', 'at most 5'],
      ['Address', '192.0.2.99', '192.0.2.1'],
      ['Kind', '7', '1'],
      ['From', '2099-01-01', '2020-01-01'],
      ['Until', '2020-01-02', '2099-01-01'],
    ] as const) {
      const field = page.getByLabel(filter, { exact: true })
      await lines.first().waitFor()
      await field.fill(other)
      await page.getByText('No refusal matches these filters').waitFor()
      await field.fill(right)
    }
    for (const [what, isThere] of [
      ['Upload', false],
      ['Event', true],
    ] as const) {
      await page.getByRole('combobox', { name: 'What' }).click()
      await page.getByRole('option', { name: what }).click()
      await (isThere ? lines.first() : page.getByText('No refusal matches these filters')).waitFor()
    }
    await lines.first().click()
    expect(await page.getByRole('link', { name: 'Show the person' }).getAttribute('href')).toContain(`/people/${npub}`)
    await button('Allow from now on').click()
    await page.getByText('The rule no longer applies to this person').waitFor()
    expect(await answerTo(wronged)).toBe('taken')
    expect(await answerTo(other)).toMatch(/^rate-limited: /)
    await button('Undo').click()
    await page.getByText('Undone').waitFor()
    expect(await answerTo(wronged)).toMatch(/^rate-limited: /)

    await page.getByRole('link', { name: 'Show the rule' }).click()
    await page.getByRole('tab', { name: 'Changes' }).click()
    const saves = page.getByRole('row').filter({ hasText: 'Rules' }).getByRole('button', { name: 'Undo' })
    await saves.last().click()
    await page.getByRole('tab', { name: 'Rules' }).click()
    await page.getByText('No rules yet').waitFor()
    expect(await answerTo(wronged)).toBe('taken')
    expect(trouble).toEqual([])
  })

  test('moves and deletes rules, and undoes it (ACCESS-25, ACCESS-42, ACCESS-43)', async () => {
    for (const name of ['Only members', 'Strangers']) {
      if (name === 'Only members')
        await page.getByRole('listitem').filter({ hasText: name }).getByRole('button').click()
      else await button('Add rule').click()
      if (name === 'Strangers') await page.getByRole('textbox', { name: 'Kinds' }).fill('7, 30000-39999')
      await button('Save').click()
      await page.getByText(name === 'Strangers' ? 'Kinds 7, 30000-39999' : 'Kinds 30023').waitFor()
    }
    expect(await ruleRows()).toMatch(/Kinds 30023/)
    const stranger = generateSecretKey()
    const article = async () => (await send('192.0.2.1', [note(stranger, 30_023)]))[0]
    const turn = (name: string) =>
      Promise.all([page.waitForResponse('**/api/access/rules'), page.getByRole('switch', { name }).click()])
    expect(await article()).toMatch(/^restricted: only members/)
    await turn('Rule 1 is on')
    for (let at = 0; at < 2; at++) expect(await article()).toMatch(/^restricted: events of kind 30023/)
    await turn('Rule 1 is on')
    await page.reload()
    for (const size of [sizes.desktop, sizes.phone]) {
      await page.setViewportSize(size)
      for (const [at, refused] of ['1', '2'].entries()) {
        const row = page.getByRole('row').nth(at + 1)
        await row.getByRole('cell', { name: refused, exact: true }).waitFor()
        await row.getByRole('switch', { name: `Rule ${at + 1} is on` }).waitFor()
      }
    }
    await page.getByRole('button', { name: 'Move rule 1 down' }).locator('visible=true').click()
    await expect.poll(ruleRows).toMatch(/30000-39999/)
    await page.setViewportSize(sizes.desktop)
    await button('Move rule 1 down').focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(ruleRows).toMatch(/Kinds 30023/)
    await button('Move rule 2 up').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(ruleRows).toMatch(/30000-39999/)
    await page.reload()
    await expect.poll(ruleRows).toMatch(/30000-39999/)
    await button('Delete rule 2').click()
    await expect.poll(() => page.getByText('Kinds 30023').count()).toBe(0)
    await button('Undo').click()
    await page.getByText('Kinds 30023').waitFor()
    await page.getByRole('tab', { name: 'Changes' }).click()
    await page.getByRole('table').getByRole('button', { name: 'Undo' }).first().click()
    await page.getByRole('tab', { name: 'Rules' }).click()
    await expect.poll(() => page.getByText('Kinds 30023').count()).toBe(0)

    await open('/blocked-pubkeys?list=rights')
    const { access: before } = await call('/api/access')
    await page.getByRole('radio', { name: /^Trusted/ }).click()
    const root = getPublicKey(stranger)
    for (const [name, typed] of [
      ['Trust starts with', npubEncode(root)],
      ['Steps', '3'],
      ['Minimum work', '4'],
      ['Oldest event', '61'],
      ['Furthest ahead', '31'],
    ] as const)
      await page.getByRole('textbox', { name }).fill(typed)
    await button('Save').click()
    await page.getByText('Access saved').waitFor()
    await button('Keep these settings').click()
    await page.getByText('Settings kept').waitFor()
    expect((await call('/api/access')).access).toMatchObject({
      write: 'trusted',
      trust: { roots: [root], depth: 3 },
      min_pow: 4,
      created_at_past_seconds: 61,
      created_at_future_seconds: 31,
    })
    await button('Undo').click()
    await expect.poll(async () => (await call('/api/access')).access).toEqual(before)
    expect(trouble).toEqual([])
  })

  test('leads to a block, a word and a list of keys, and allows from now on what each refuses, with older refusals below (REFUSE-03, REFUSE-08, REFUSE-09)', async () => {
    const [key = generateSecretKey()] = keys
    const pubkey = getPublicKey(key)
    const words = { entries: [{ value: 'buy', reason: 'spam' }] }
    const lines = page.getByRole('list', { name: 'Refusals' }).getByRole('button', { expanded: false })
    await page.setViewportSize(sizes.phone)
    const [block, listed] = [{ pubkey, reason: 'spam' }, { access: { write: 'listed' } }]
    const readsOlder = async () => {
      const refused = await send(
        '192.0.2.7',
        Array.from({ length: 52 }, () => note(key)),
      )
      expect(new Set(refused)).toEqual(new Set([expect.stringMatching(/^blocked: .*word/)]))
      await open('/refusals?address=192.0.2.7')
      await lines.nth(49).waitFor()
      await button('Show older refusals').click()
      await expect.poll(() => lines.count()).toBe(52)
      await button('More filters').click()
      for (const other of ['cause=rate', `key=${npubEncode(getPublicKey(generateSecretKey()))}`]) {
        await open(`/refusals?address=192.0.2.7&${other}`)
        await page.getByText('No refusal matches these filters').waitFor()
      }
    }
    for (const [cause, path, body, rule, allow, said] of [
      ['blocked', '/api/blocked-pubkeys', block, `q=${pubkey}`, 'Allow from now on', 'Key unblocked'],
      ['word', '/api/access/words', words, 'list=words', 'Allow this word from now on', 'Entry removed'],
      ['not-listed', '/api/access', listed, 'list=rights', 'Allow from now on', 'Key allowed'],
    ] as const) {
      await call(path, body)
      await expect.poll(() => answerTo(key)).toMatch(/^(blocked|restricted): /)
      if (cause === 'word') await readsOlder()
      await open(`/refusals?key=${npubEncode(pubkey)}&cause=${cause}`)
      await lines.first().click()
      const person = page.getByRole('link', { name: 'Show the person' })
      expect(await person.getAttribute('href')).toContain(`/people/${npubEncode(pubkey)}`)
      const place = await page.getByRole('link', { name: 'Show the rule' }).getAttribute('href')
      expect(place).toMatch(new RegExp(`^/blocked-pubkeys\\?.*${rule}`))
      await button(allow).click()
      await page.getByText(said).waitFor()
      await expect.poll(() => answerTo(key)).toBe('taken')
    }
    await call('/api/access', { access: { write: 'everyone' } })
    expect(trouble).toEqual([])
  })
})
