import { relaySettingsDefaults } from '@hornets/contract/admin/relay-settings'
import { describe, expect, it } from 'vitest'
import { openConsole } from './support/console-visit.ts'
import { goWithin } from './support/rest.ts'
import { playState } from './support/stubs/relay-states.ts'
import { subscriber, subscriptionPayments } from './support/subscription-answers.ts'
import { seedSession, user } from './support/visitor.ts'

const site = openConsole(relay => playState(relay, 'full'), { signedIn: true })
const received = (call: string) => site.relay.received.filter(one => one.call === call)
const key = subscriber.pubkey

describe('tiers in the relay settings', () => {
  const tiers = [
    { datalimit: '1 GB per month', price: '10000' },
    { datalimit: '5 GB per month', price: '40000' },
  ]
  const play = () => {
    site.relay.answers.set('GET /api/relay-settings', {
      body: { relay_settings: { ...relaySettingsDefaults, subscription_tiers: tiers } },
    })
    site.relay.answers.set('POST /api/relay-settings', { body: { message: 'Saved' } })
  }
  const saved = () => received('POST /api/relay-settings').map(({ body }) => body)

  it('warns that payments are impossible while the wallet does not see the chain, refuses a tier without a price and one that is offered twice, and posts nothing', async () => {
    play()
    const title = 'Nobody can pay for these tiers'
    const sight = (chain: string) => {
      site.relay.answers.set('GET /api/payment/readiness', { body: { chain } })
      site.relay.tell('changed', { what: 'health' })
    }
    sight('no_wallet')
    const page = await site.go('/relay-settings')
    for (const [chain, words] of [
      ['no_wallet', 'The wallet is not set up'],
      ['no_chain', 'has no chain source'],
      ['behind', 'behind the chain'],
    ] as const) {
      sight(chain)
      await page.getByText(words).waitFor()
      await page.getByText(title).waitFor()
      expect(await page.getByRole('link', { name: 'Open the wallet' }).getAttribute('href')).toBe('/wallet')
    }
    sight('seen')
    await page.getByText(title).waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Add a tier' }).click()
    await page.getByText('Another tier has the same size').first().waitFor()
    await page.getByLabel('Space per month').nth(2).fill('20')
    await page.getByText('Please enter whole sats, 1 or more').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Fix the subscription settings first').waitFor()
    expect(saved()).toEqual([])
  })

  it('PAY-21: asks before a save closes the relay to everyone without a subscription, with the number of keys that will be refused, and turns the free tier on in the same step if chosen', async () => {
    const play = (settings: object, count: object) => {
      site.relay.answers.set('GET /api/relay-settings', {
        body: { relay_settings: { ...relaySettingsDefaults, ...settings } },
      })
      site.relay.answers.set('POST /api/relay-settings', { body: { message: 'Saved' } })
      site.relay.answers.set('GET /api/payment/free-writers', { body: count })
      site.relay.tell('changed', { what: 'relay_settings' })
    }
    const tier = { datalimit: '1 GB per month', price: '5000' }
    play({}, { writers: 1204, is_all: true })
    const page = await site.go('/relay-settings')
    const question = page.getByRole('dialog', { name: /^Close the relay/ })
    const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()
    const addTier = async () => {
      await page.getByRole('button', { name: 'Add a tier' }).click()
      await page.getByLabel('Price per month').fill('5000')
      await save()
    }
    await addTier()
    const counted = '1,204 keys without a subscription wrote here. All of them will be refused.'
    await question.getByText(`In the last 30 days, ${counted}`, { exact: true }).waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    expect(saved()).toEqual([])
    expect(await page.getByLabel('Price per month').inputValue()).toMatch(/^5,?000$/)
    const failed = { status: 403, body: { error: 'Not for you', code: 'forbidden' } }
    site.relay.answers.set('GET /api/payment/free-writers', failed)
    await save()
    await question.getByText('Who writes here could not be counted: Not for you', { exact: true }).waitFor()
    await question.getByRole('button', { name: 'Only subscribers' }).click()
    await page.getByText('Saved. Now in effect.').first().waitFor()
    expect(saved()).toEqual([{ relay_settings: { subscription_tiers: [tier] } }])

    play({}, { writers: 3000, is_all: false })
    await page.getByLabel('Price per month').waitFor({ state: 'detached' })
    await addTier()
    await question.getByText('In the last 30 days, at least 3,000 keys').waitFor()
    await question.getByRole('button', { name: 'Save with the free tier' }).click()
    await expect
      .poll(() => saved().at(-1))
      .toEqual({ relay_settings: { subscription_tiers: [tier], freeTierEnabled: true } })

    play({ subscription_tiers: tiers, freeTierEnabled: true }, { writers: 0, is_all: true })
    const up = page.getByRole('button', { name: 'Move tier 2 up' })
    await up.waitFor()
    await page.getByRole('switch', { name: 'Free tier' }).click()
    await save()
    await question.getByText('no one without a subscription wrote here').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    // It asks nothing while the free tier stays on.
    await page.getByRole('switch', { name: 'Free tier' }).click()
    await up.click()
    await save()
    await expect.poll(() => saved().length).toBe(3)
    expect(await question.count()).toBe(0)
    // Nor when the relay is closed already.
    play({ subscription_tiers: tiers, freeTierEnabled: false }, { writers: 0, is_all: true })
    await expect.poll(() => page.getByRole('switch', { name: 'Free tier' }).isChecked()).toBe(false)
    await up.click()
    await save()
    await expect.poll(() => saved().length).toBe(4)
    expect(await question.count()).toBe(0)
  })

  it('shows what a price is worth today, the limit of the free tier, and who is affected by a change; posts the tiers in their new order with hidden fields, and counts zaps only for a profile with a Lightning address', async () => {
    play()
    const page = await site.go('/relay-settings')
    await page
      .getByText(/^\$\d+\.\d\d today$/)
      .first()
      .waitFor()
    await page.getByRole('switch', { name: 'Free tier' }).click()
    await page.getByLabel('Free space per month').waitFor()
    await page.getByText('Effect of saving').waitFor({ state: 'detached' })
    await page.getByText('Who is affected').waitFor()
    await page.getByRole('switch', { name: 'Free tier' }).click()
    await page.getByLabel('Free space per month').waitFor({ state: 'detached' })

    await page.getByText('Only subscribers can post. Everyone can read.').waitFor()
    const price = page.getByLabel('Price per month').first()
    await price.fill('12000')
    await price.blur()
    await page
      .getByText(
        '“1 GB per month” costs 12,000 sats instead of 10,000 sats. 12 subscribers are on this tier. What they bought runs until Mar 5, 2027 at the latest.',
      )
      .waitFor()
    await page.getByText('They keep what they bought until it ends').waitFor()
    await page.getByLabel('Kinds', { exact: true }).first().fill('1, 7')
    await page.getByLabel('Files up to').first().fill('20')
    await page.getByLabel('Files up to').first().blur()
    await page.getByText('The limits of “1 GB per month” change.').waitFor()
    await page.getByRole('button', { name: 'Move tier 2 up' }).click()
    await page.getByRole('checkbox', { name: 'Hidden' }).first().click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(saved).toEqual([
      {
        relay_settings: {
          subscription_tiers: [
            { datalimit: '5 GB per month', price: '40000', hidden: true },
            { datalimit: '1 GB per month', price: '12000', kinds: ['kind1', 'kind7'], maxfile: '20 MB' },
          ],
        },
      },
    ])

    const zaps = page.getByRole('switch', { name: 'Count zaps' })
    await page.getByText('Zaps to hornet@pay.example are credited to their senders').waitFor()
    await zaps.click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => saved().slice(1)).toEqual([{ relay_settings: { countZaps: true } }])
    const answer = { state: 'no_address', lud16: null, checked_by: 'server' }
    site.relay.answers.set('GET /api/zaps', { body: answer })
    await page.reload({ waitUntil: 'commit' })
    await page.getByText('has no Lightning address (lud16)').waitFor()
    expect(await zaps.isDisabled()).toBe(true)
  })
})

describe('the subscribers', () => {
  it('show what they have and what has happened to them, and are filtered by status, words and order, all in the URL', async () => {
    const page = await site.go('/subscribers')
    await page.getByRole('button', { name: /^Ada/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Subscriber' })
    await dialog.getByText('Payment credited').waitFor()
    const words = await dialog.innerText()
    for (const part of ['286 MB of 1 GB', '62,500 sats', '+12,500 sats', '1 month', '7 days', 'Ada Lovelace', 'Sorry'])
      expect(words).toContain(part)
    expect(new URL(page.url()).searchParams.get('key')).toBe(key)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.waitForURL('**/subscribers')

    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Grace period' }).click()
    await page.locator('#content').getByLabel('Search', { exact: true }).fill('bc1q')
    await page.waitForURL('**/subscribers?status=grace&q=bc1q')
    await expect
      .poll(() => received('GET /api/subscribers').at(-1)?.query.toString())
      .toBe('status=grace&sort=newest&q=bc1q')
  })

  it('receive days of their tier with a refusal at the form, and are put into another tier', async () => {
    const call = `POST /api/subscribers/${key}/gift`
    site.relay.answers.set(call, { status: 400, body: { error: 'The disk is full', code: 'internal' } })
    const page = await site.go(`/subscribers?key=${key}`)
    await page.getByRole('button', { name: 'Give days' }).click()
    const form = page.getByRole('form', { name: 'Give days' })
    const days = form.getByLabel('Days')
    await days.fill('0')
    await form.getByRole('button', { name: 'Give', exact: true }).click()
    await form.getByText('Please enter whole days, 1 to 3,660').waitFor()
    expect(received(call)).toEqual([])
    await days.fill('14')
    await form.getByLabel('Note (optional)').fill('Outage')
    await form.getByRole('button', { name: 'Give', exact: true }).click()
    await form.getByText('The disk is full').waitFor()
    site.relay.answers.set(call, { body: { message: 'The days are given', subscriber } })
    await form.getByRole('button', { name: 'Give', exact: true }).click()
    await page.getByText('14 days given').waitFor()
    expect(received(call).at(-1)?.body).toEqual({ days: 14, note: 'Outage', tier: '1 GB per month' })

    const change = `POST /api/subscribers/${key}/tier`
    site.relay.answers.set(change, { body: { message: 'The tier is changed', subscriber } })
    await page.getByRole('button', { name: 'Change tier' }).click()
    const tier = page.getByRole('form', { name: 'Change tier' })
    await tier.getByRole('combobox', { name: 'Tier' }).click()
    await page.getByRole('option', { name: '5 GB per month' }).click()
    await tier.getByRole('button', { name: 'Change', exact: true }).click()
    await page.getByText('The tier is now 5 GB per month').waitFor()
    expect(received(change).at(-1)?.body).toEqual({ tier: '5 GB per month', note: '' })
  })

  it('are hidden from moderators with earnings and payments, and are not requested', async () => {
    site.relay.answers.set('GET /api/account', { body: { user: { ...user, role: 'moderator' } } })
    const { page } = await site.begin({ signedIn: false })
    await seedSession(page, 'moderator')
    await page.goto(`${site.relay.url}/404`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const path of ['/subscribers', '/earnings', '/profile/payments']) {
      await goWithin(page, path)
      await page.getByText('Not for your role').waitFor()
    }
    expect(site.relay.calls.filter(call => /subscribers|payments|earnings/.test(call))).toEqual([])
  })
})

describe('the earnings', () => {
  it('are shown by month and tier, for the months that the address names, and saved as CSV', async () => {
    site.relay.answers.set('GET /api/earnings/export', { text: 'date,sats\n2026-08-01,500\n' })
    const page = await site.go('/earnings?from=2026-07')
    const rows = page.getByRole('row').filter({ has: page.getByRole('cell') })
    await rows.nth(2).waitFor()
    const words = await rows.allInnerTexts()
    expect(words[0]).toMatch(/August 2026.*1 GB per month.*3.*9.*1.*12.*120,000 sats.*\$76\.80/s)
    expect(words[1]).toMatch(/Kept as credit.*500 sats.*unknown/s)
    expect(received('GET /api/earnings/report').map(({ query }) => query.toString())).toEqual(['from=2026-07'])
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export (CSV)' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^earnings-\d{4}-\d\d-\d\d\.csv$/)
    expect(received('GET /api/earnings/export')[0]?.query.toString()).toBe('from=2026-07&separator=comma')
    await page.getByLabel('To month').fill('2026-06')
    await page.getByText('Later than “To month”').waitFor()
    expect(received('GET /api/earnings/report')).toHaveLength(1)
  })

  it('name their months on the narrowest phone, and nothing of them is cut off', async () => {
    const page = await site.go('/earnings')
    await page.setViewportSize({ width: 320, height: 800 })
    const table = page.getByRole('region', { name: 'Earnings' })
    await table.getByText('August 2026').and(page.locator(':visible')).first().waitFor()
    expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  })
})

describe('the payments of the profile', () => {
  it('PROFILE-09, R-23, PAY-19: lists payments as Pending, Paid, Failed and Scheduled by status, with older pages, and has no payment cards', async () => {
    const all = 'GET /api/payments'
    site.relay.answers.set(all, ({ query }) => {
      const [status, after] = [query.get('status'), query.get('after')]
      const payments = subscriptionPayments.filter(one => !status || one.status === status)
      if (after) return { body: { payments: payments.map(one => ({ ...one, id: one.id + 10 })), next: null } }
      return { body: { payments, next: status ? null : 1 } }
    })
    const page = await site.go('/profile/payments')
    const rows = page.getByRole('row').filter({ has: page.getByRole('cell') })
    await rows.nth(3).waitFor()
    expect(await page.locator('main').locator('input, select, textarea, [role=textbox]').count()).toBe(0)
    for (const [index, status] of ['Pending', 'Paid', 'Failed', 'Scheduled'].entries())
      expect(await rows.nth(index).innerText()).toContain(status)
    expect(await rows.nth(1).innerText()).toMatch(/20,000 sats.*\$12\.80.*Ada.*1 GB per month/s)
    expect(await rows.nth(3).innerText()).toContain('Lightning')
    expect(await rows.nth(3).innerText()).toContain('Kept as credit')
    // What is not credited has bought nothing, and has no rate yet.
    expect(await rows.nth(0).innerText()).not.toMatch(/Kept as credit|USD/)
    await page.getByRole('button', { name: 'Show older payments' }).click()
    await rows.nth(7).waitFor()
    await page.getByRole('button', { name: 'Failed', exact: true }).click()
    await page.waitForURL('**/profile/payments?status=failed')
    await rows.nth(1).waitFor({ state: 'detached' })
    expect(await rows.first().innerText()).toContain('Failed')

    await page.evaluate(() => localStorage.setItem('lng', 'de'))
    await page.goto(`${site.relay.url}/profile/payments`)
    await rows.nth(3).waitFor()
    for (const [index, status] of ['Ausstehend', 'Bezahlt', 'Fehlgeschlagen', 'Geplant'].entries())
      expect(await rows.nth(index).innerText()).toContain(status)
  })
})

it('lists payments that no subscriber has, and assigns an address to the entered key', async () => {
  const list = 'GET /api/payments/unassigned'
  const [address, date] = [`bcrt1q${'u'.repeat(38)}`, '2026-08-29T12:00:00Z']
  const paid = { vout: 0, address, sats: 12_000, confirmations: 3, date }
  site.relay.answers.set(list, {
    body: { payments: [1, 2].map(digit => ({ ...paid, txid: String(digit).repeat(64) })) },
  })
  site.relay.answers.set('POST /api/payments/assign', { body: { message: 'The payments were assigned' } })
  const page = await site.go('/subscribers')
  await page.setViewportSize({ width: 320, height: 700 })
  const field = page.getByLabel(`Subscriber who paid 24,000 sats to ${address}`)
  await field.fill(` ${key} `)
  await expect.poll(() => field.evaluate(input => input.getBoundingClientRect().right)).toBeLessThanOrEqual(308)
  site.relay.answers.set(list, { body: { payments: [] } })
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await page.getByText('Payments assigned').waitFor()
  await page.getByRole('heading', { name: 'Unassigned payments' }).waitFor({ state: 'hidden' })
  expect(received('POST /api/payments/assign').map(({ body }) => body)).toEqual([{ address, pubkey: key }])
})
