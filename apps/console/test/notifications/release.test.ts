import { expect, it } from 'vitest'
import { openConsole } from '../support/console-visit.ts'
import { fullOperation } from '../support/stubs/operation-answers.ts'
import { playState } from '../support/stubs/relay-states.ts'
import { status } from '../support/stubs/stub-relay.ts'

const site = openConsole(relay => playState(relay, 'full'), { signedIn: true })
const runs = (version: string) => site.relay.tell('status', { ...status, version })

it('tells an update on every page, leads to what is new, and is quiet on a first visit and once it was put away', async () => {
  const page = await site.go('/logs')
  const notice = page.getByText('Updated to')
  const seen = () => page.evaluate(() => localStorage.getItem('seenVersion'))
  await expect.poll(seen).toBe('0.1.0')
  expect(await notice.count()).toBe(0)
  runs('0.9.0')
  await page.getByText('Updated to 0.9.0.').waitFor()
  await page.getByRole('button', { name: 'Put this notice away' }).click()
  await notice.waitFor({ state: 'detached' })
  runs('0.10.0')
  await page.getByText('Updated to 0.10.0.').waitFor()
  await page.getByRole('link', { name: 'What is new' }).click()
  await page.waitForURL('**/health#version')
  await page.getByText('Compressed websockets for clients that ask').waitFor()
  await notice.waitFor({ state: 'detached' })
  runs('0.9.0')
  await expect.poll(seen).toBe('0.9.0')
  expect(await notice.count()).toBe(0)
})

it.each([
  ['a clone', 'clone', 'npm run update && npm start'],
  ['a package', 'package', 'sudo apt install'],
  ['a container', 'container', 'docker compose'],
  ['an unpacked release', 'files', 'unpack the newer release'],
] as const)('says how %s is updated, and opens what is new on demand', async (_name, installation, how) => {
  site.relay.answers.set('GET /api/release', { body: { ...fullOperation['/api/release'], installation } })
  const page = await site.go('/health')
  const card = page.getByRole('region', { name: 'Version' })
  await card.getByText(how).waitFor()
  const code = card.locator('code', { hasText: 'COMPRESSION=off' })
  expect(await code.isVisible()).toBe(false)
  await card.getByText('What is new in 0.1.0').click()
  await code.waitFor()
})

it('says that the changelog does not know this version', async () => {
  site.relay.answers.set('GET /api/release', { body: { ...fullOperation['/api/release'], changes: [] } })
  const page = await site.go('/health')
  await page.getByText('The changelog says nothing of this version.').waitFor()
})

it.each(['de', 'en'])('asks for what is new in German, and marks it as %s as it came', async changesLanguage => {
  const changes = [{ title: '', entries: ['Neu.'] }]
  site.relay.answers.set('GET /api/release', { body: { ...fullOperation['/api/release'], changesLanguage, changes } })
  const { page, context } = await site.begin()
  await context.addInitScript(() => localStorage.setItem('lng', 'de'))
  await page.goto(`${site.relay.url}/health#version`)
  const entry = page.getByText('Neu.', { exact: true })
  await entry.waitFor()
  expect(await entry.evaluate(element => element.closest('[lang]')?.getAttribute('lang'))).toBe(changesLanguage)
  const asked = site.relay.received.filter(({ call }) => call === 'GET /api/release')
  expect(asked.at(-1)?.query.get('language')).toBe('de')
})
