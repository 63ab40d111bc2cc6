import { defaultsOf, relayInfo } from '@hornets/contract/admin/settings'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { fileOf, hashOf, playFiles, showPixel } from '../support/stubs/stub-files.ts'
import { chooseGerman } from '../support/visitor.ts'
import { openSettings } from './settings-visit.ts'

const stored = {
  ...defaultsOf(relayInfo),
  relaypubkey: 'a'.repeat(64),
  relayname: 'Owls',
  relaysupportednips: [1, 11],
  relayicon: 'https://pictures.example/owl.png',
}
const site = openSettings(relay => {
  relay.answers.set('GET /api/settings/relay_info', { body: { relay_info: stored } })
  relay.answers.set('POST /api/settings/relay_info', { body: { message: 'Saved', restart: [] } })
  relay.answers.set('GET /api/pictures/link', { body: { url: '/api/pictures/shown?address=icon' } })
})

async function open(): Promise<Page> {
  const { page } = await site.begin()
  await page.route('**/api/pictures/shown**', showPixel)
  await page.goto(`${site.relay.url}/settings/relay-info`)
  await page.getByLabel('Posting policy').waitFor()
  return page
}

const give = (page: Page, buffer: Buffer) =>
  page
    .locator('[data-field="relay_info.relaypostingpolicy"]')
    .locator('input[type=file]')
    .setInputFiles({ name: 'rules.txt', mimeType: 'text/plain', buffer })

async function save(page: Page): Promise<unknown> {
  const [post] = await Promise.all([
    page.waitForRequest(request => request.method() === 'POST'),
    page.getByRole('button', { name: 'Save', exact: true }).locator('visible=true').click(),
  ])
  return post.postDataJSON()
}

it('refuses binary and overlong files and keeps the written text', async () => {
  const page = await open()
  const policy = page.getByLabel('Posting policy')
  await policy.fill('No spam.')
  for (const [file, reason] of [
    [Buffer.from([0x89, 0x50, 0x4e, 0x47]), 'This is not a text file'],
    [Buffer.from('PK\0\0'), 'This is not a text file'],
    [Buffer.from('x'.repeat(20_001)), 'At most 20,000 characters'],
    [Buffer.from('x'.repeat(80_001)), 'At most 20,000 characters'],
  ] as const) {
    await give(page, file)
    await page.locator('form').getByRole('alert').getByText(reason).waitFor()
    expect(await policy.inputValue()).toBe('No spam.')
    await policy.fill('')
    await policy.fill('No spam.')
    expect(await page.locator('form').getByText(reason).count()).toBe(0)
  }
})

it('takes a policy from a file, shows the relay and the policy as clients will before anything is saved, and saves the text', async () => {
  const page = await open()
  const preview = page.getByRole('region', { name: 'Preview' })
  expect(await preview.getByText('Posting policy').count()).toBe(0)
  const text = `${'ü'.repeat(19_990)}\r\nNo spam.`
  await give(page, Buffer.from(text))
  const policy = page.getByLabel('Posting policy')
  await expect.poll(() => policy.inputValue()).toBe(text.replace('\r', ''))
  await preview.getByText('Owls', { exact: true }).waitFor()
  expect(await preview.locator('img').count()).toBe(1)
  await preview.getByText('wss://hornets.example.com').waitFor()
  expect(await preview.getByText('Clients find these texts').count()).toBe(0)
  await page.getByLabel('Addresses').fill('ws://localhost:9001')
  await preview.getByText('Clients find these texts once the relay has a public address').waitFor()
  await page.getByLabel('Addresses').fill('wss://relay.example')
  await page.getByLabel('Name', { exact: true }).fill('Barn owls')
  await preview.getByText('Barn owls').waitFor()
  await preview.getByText('Clients find these texts').waitFor({ state: 'detached' })
  await policy.fill('<b>No</b> spam.')
  await preview.getByText('Posting policy').click()
  await preview.getByText('https://relay.example/policies/posting').waitFor()
  await preview.getByText('<b>No</b> spam.').waitFor()
  await page.getByLabel('Terms of service').fill('https://rules.example/terms')
  await preview.getByText('Terms of service').click()
  await preview.getByText('https://rules.example/terms').waitFor()
  expect(await preview.getByText('/policies/terms').count()).toBe(0)
  // A change of addresses is tried before it is kept, by another call.
  await page.getByLabel('Addresses').fill('')
  expect(await save(page)).toMatchObject({
    relay_info: {
      relayname: 'Barn owls',
      relaypostingpolicy: '<b>No</b> spam.',
      relayterms: 'https://rules.example/terms',
    },
  })
})

it('PROTO-02, SET-65: offers the list of NIPs, and warns of one that the relay does not serve, which Escape does not remove; uploads an icon, shows it, and saves its public address', async () => {
  const { page } = await site.begin()
  playFiles(site.relay, [fileOf(3)])
  const address = `https://relay.example/${hashOf(3)}`
  site.relay.answers.set('GET /api/pictures/link', { body: { url: '/api/pictures/shown?address=icon' } })
  site.relay.answers.set('POST /api/settings/relay_info', { body: { message: 'Saved', restart: [] } })
  await page.route('**/api/pictures/shown**', showPixel)
  await page.route('**/api/files/upload**', route => route.fulfill({ json: { file: fileOf(3), created: true } }))
  await page.goto(`${site.relay.url}/settings/relay-info`)
  const nips = page.getByRole('combobox', { name: 'Supported NIPs' })
  await nips.click()
  const offered = await page.getByRole('option').allInnerTexts()
  for (const nip of [
    1, 2, 4, 5, 9, 11, 12, 13, 15, 16, 17, 20, 22, 26, 28, 33, 40, 42, 45, 50, 56, 62, 65, 70, 77, 78, 86,
  ])
    expect(offered.map(text => Number.parseInt(text, 10))).toContain(nip)
  expect(await page.getByText('This relay does not support').count()).toBe(0)
  await nips.pressSequentially('26')
  await nips.press('Enter')
  await page.getByText('This relay does not support NIP 26; it is not advertised.', { exact: true }).waitFor()
  await nips.pressSequentially('22')
  await nips.press('Enter')
  await page.getByText('This relay does not support NIPs 22, 26; they are not advertised.', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Remove 22' }).click()
  await page.getByText('This relay does not support NIP 26;').waitFor()
  await nips.press('Escape')
  await nips.press('Escape')
  await page.getByRole('button', { name: 'Remove 26' }).waitFor()

  const field = page.locator('[data-field]', { has: page.getByLabel('Icon') })
  const given = { name: 'owl.png', mimeType: 'image/png', buffer: Buffer.from('owl') }
  await field.locator('input[type=file]').setInputFiles(given)
  await expect.poll(() => page.getByLabel('Icon').inputValue()).toBe(address)
  await field.locator('img').waitFor()
  const relaysupportednips = [...stored.relaysupportednips, 26]
  expect(await save(page)).toMatchObject({ relay_info: { relayicon: address, relaybanner: '', relaysupportednips } })
  await chooseGerman(page)
  await page.locator('[data-field="relay_info.relaysupportednips"]').getByRole('combobox').pressSequentially('26')
  await page.keyboard.press('Enter')
  await page.getByText('Dieses Relay unterstützt NIP 26 nicht; sie wird nicht angegeben.', { exact: true }).waitFor()
})
