import { settingsGroups } from '@hornets/contract/admin/settings'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BuiltConsole, buildConsole } from '../support/build-console.ts'
import { type KeptVisits, processVisits } from '../support/process-visits.ts'
import { type Met, readingOrder } from '../support/reading-order.ts'
import { goWithin } from '../support/rest.ts'
import { playState } from '../support/stubs/relay-states.ts'
import { type StubRelay, startStubRelay } from '../support/stubs/stub-relay.ts'
import type { Visit } from '../support/visitor.ts'

let built: BuiltConsole
let visits: KeptVisits
let relay: StubRelay
let open: Visit

beforeAll(async () => {
  ;[built, visits] = await Promise.all([buildConsole(), processVisits()])
  relay = await startStubRelay(built.folder)
  playState(relay, 'full')
  open = await visits.begin({ signedIn: true })
  await open.page.goto(`${relay.url}/404`)
  await open.page.getByRole('heading', { level: 1 }).waitFor()
})
afterAll(async () => {
  await visits?.end(relay.url, false)
  await relay?.stop()
  await built?.remove()
})

async function read(path: string): Promise<Met[]> {
  await goWithin(open.page, path)
  return readingOrder(open.page)
}
const headings = (met: readonly Met[]) => met.filter(({ role }) => role === 'heading')
const regions = (met: readonly Met[]) =>
  met.filter(({ role, within }) => role === 'region' && within === 'main').map(({ name }) => name)

it('the dashboard is read from its state by its charts to its money, as it is laid out', async () => {
  await goWithin(open.page, '/')
  await open.page.getByRole('region', { name: 'What needs attention' }).waitFor()
  expect(regions(await readingOrder(open.page))).toEqual([
    'What needs attention',
    'Paid subscribers',
    'Storage',
    'Content',
    'Profiles and protocols',
    'Activity',
    'Traffic',
    'Your balance',
    'Bitcoin price',
    'Total earning',
    'Your Transactions',
  ])
})

it('a group of settings is read after those before it, with its fields within', async () => {
  const met = await read('/settings/relay-info')
  const titles = settingsGroups.flatMap(({ title }) => (title === 'Relay info' ? [title, 'Preview'] : [title]))
  const places = ['Advanced Settings', ...titles]
  expect(headings(met).map(({ name }) => places.find(title => name.startsWith(title)))).toEqual(places)
  const group = open.page.getByRole('region', { name: /^Relay info/ })
  const fields = await group
    .getByRole('textbox')
    .evaluateAll(found => found.map(field => (field as HTMLInputElement).labels?.[0]?.textContent))
  expect(fields.slice(0, 3)).toEqual(['Name', 'Addresses', 'Description'])
})
