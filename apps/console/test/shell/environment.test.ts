import { relaySettingsDefaults } from '@hornets/contract/admin/relay-settings'
import { defaultsOf, email, s3 } from '@hornets/contract/admin/settings'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { readTree } from '../support/catalogues.ts'
import { openWalletConsole } from '../support/wallet-visit.ts'

const world = openWalletConsole()
const answer = (call: string, body: unknown) => world.relay.answers.set(call, { body })

const lastBody = (call: string) => world.relay.received.findLast(received => received.call === call)?.body

async function openChainSource(page: Page, isFixed: boolean) {
  const source = { kind: 'esplora', url: 'https://chain.example/api', user: '', has_password: false, cookie_file: '' }
  answer('GET /wallet/chain-source', { ...source, fixed: isFixed })
  await page.goto(world.relay.url)
  await page.getByRole('button', { name: 'Details', exact: true }).click()
  await page.getByRole('button', { name: 'Set up chain source' }).click()
  return page.getByRole('dialog', { name: 'Chain source' })
}

it("SERVICE-09: mail server, bucket, daily limits, work and chain source are settings, unless the server's environment sets them, which each says", async () => {
  answer('GET /api/settings/email', { email: defaultsOf(email) })
  answer('GET /api/settings/s3', { s3: defaultsOf(s3) })
  answer('GET /api/services', [])
  const fixed = [
    { group: 'email', key: 'server', variable: 'SMTP_URL' },
    { group: 's3', key: 'address', variable: 'S3_URL' },
  ]
  answer('GET /api/environment', { fixed })
  answer('GET /api/relay-settings', {
    relay_settings: relaySettingsDefaults,
    fixed: ['eventsPerKey', 'filesPerAddress'],
  })
  const access = { write: 'everyone', read: 'everyone', trust: { roots: [], depth: 2 }, min_pow: 12 }
  answer('GET /api/access', { access: { ...access, created_at_past_seconds: 0, created_at_future_seconds: 0 } })
  const page = await world.go('/settings/email')
  const areDisabled = (...names: string[]) =>
    expect.poll(() => Promise.all(names.map(name => page.getByLabel(name, { exact: true }).isDisabled())))
  await page.getByText('Set by the environment (SMTP_URL).').waitFor()
  await areDisabled('Mail server', 'User name').toEqual([true, false])
  await page.goto(`${world.relay.url}/settings/file-bucket`)
  await page.getByText('Set by the environment (S3_URL).').waitFor()
  await areDisabled('Address', 'Region').toEqual([true, false])
  await page.goto(`${world.relay.url}/relay-settings`)
  await expect.poll(() => page.getByText("Set by the server's environment").count()).toBe(2)
  const daily = ['Events of one key', 'Events from one address', 'Files of one key', 'Files from one address']
  await areDisabled(...daily).toEqual([true, false, false, true])
  await page.getByLabel('Files of one key', { exact: true }).fill('77')
  await page.getByLabel('Events from one address', { exact: true }).fill('55')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const limits = { eventsPerAddress: 55, filesPerKey: 77 }
  await expect
    .poll(() => lastBody('POST /api/relay-settings'))
    .toMatchObject({ relay_settings: { dailyMegabytes: { ...relaySettingsDefaults.dailyMegabytes, ...limits } } })
  await page.goto(`${world.relay.url}/blocked-pubkeys?list=rights`)
  await areDisabled('Minimum work').toEqual([false])
  expect(await page.getByLabel('Minimum work').inputValue()).toBe('12')
  await page.getByLabel('Minimum work').fill('14')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => lastBody('POST /api/access')).toEqual({ access: { min_pow: 14 } })
  const set = await openChainSource(page, true)
  await set.getByText('The server’s environment sets the chain source. Change it there.').waitFor()
  expect(await set.getByRole('textbox').count()).toBe(0)
  const free = await openChainSource(page, false)
  await expect.poll(() => free.getByLabel('Address').inputValue()).toBe('https://chain.example/api')
  expect(await free.getByLabel('Address').isDisabled()).toBe(false)
  expect(readTree('de')).toMatchObject({
    settings: { byEnvironment: 'Durch die Umgebung festgelegt ({{variable}})' },
    relaySettings: { daily: { fixed: 'Durch die Umgebung des Servers festgelegt' } },
  })
}, 60_000)
