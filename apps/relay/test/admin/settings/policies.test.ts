import type { SettingsVersion } from '@hornets/contract/admin/settings/history'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Relay, startRelay } from '../../harness.ts'

let relay: Relay
let token: string
beforeAll(async () => {
  relay = await startRelay()
  ;({ token } = await relay.signedIn())
})
afterAll(() => relay.close())

const save = (relay_info: object) => relay.call('/api/settings/relay_info', { token, body: { relay_info } })
const at = (path: string, headers: Record<string, string> = {}) =>
  fetch(relay.publicUrl.replace('ws:', 'http:') + path, { headers, redirect: 'manual' })
const document = async () => (await at('/', { accept: 'application/nostr+json' })).json()
const paths = ['/policies/posting', '/policies/privacy', '/policies/terms']

it('publishes nothing, names nothing in NIP-11 and answers 404 while a policy is empty', async () => {
  await save({ relaypostingpolicy: '', relayprivacypolicy: '', relayterms: '' })
  for (const path of paths) expect((await at(path)).status).toBe(404)
  await save({ relayaddresses: 'wss://relay.example' })
  expect(JSON.stringify(await document())).not.toMatch(/polic|terms/)
})

it.each([
  ['x'.repeat(20_001), 'At most 20,000 characters'],
  ['https://', 'valid URL'],
  ['https://name:password@rules.example/', 'remove name and password'],
])('refuses %.20j as a policy', async (text, reason) => {
  for (const key of ['relaypostingpolicy', 'relayprivacypolicy', 'relayterms']) {
    const { status, body } = await save({ [key]: text })
    expect(status).toBe(400)
    expect(body.fields[key]).toContain(reason)
  }
})

it('publishes each text at its own address, to which NIP-11 points once the relay has a public one', async () => {
  const texts = {
    relaypostingpolicy: 'P'.repeat(20_000),
    relayprivacypolicy: 'Nothing is kept.',
    relayterms: 'Be kind.',
  }
  await save({ ...texts, relayname: 'Owls & co', relayaddresses: '' })
  expect(JSON.stringify(await document())).not.toMatch(/polic|terms/)
  await save({ relayaddresses: 'wss://relay.example:8443\nwss://other.example' })
  expect(await document()).toMatchObject({
    posting_policy: 'https://relay.example:8443/policies/posting',
    privacy_policy: 'https://relay.example:8443/policies/privacy',
    terms_of_service: 'https://relay.example:8443/policies/terms',
  })
  const pages = await Promise.all(paths.map(async path => (await at(path)).text()))
  for (const [index, text] of Object.values(texts).entries()) expect(pages[index]).toContain(`<p>${text}</p>`)
  expect(pages.map(page => /<title>(.*?)<\/title>/.exec(page)?.[1])).toEqual([
    'Posting policy – Owls &amp; co',
    'Privacy policy – Owls &amp; co',
    'Terms of service – Owls &amp; co',
  ])
  const german = await (await at('/policies/privacy', { 'accept-language': 'de-AT' })).text()
  expect(german).toMatch(/<html lang="de">.*<h1>Datenschutzerklärung /s)
})

it('shows a text as text: no markup, script or style of it works, and only web addresses become links', async () => {
  const text = `First.\n\nSecond <script>alert(1)</script><b onclick="x">"bold"</b>\njavascript:alert(1) and (https://rules.example/a?b=1&c="d).`
  await save({ relaypostingpolicy: text })
  const response = await at('/policies/posting')
  const page = await response.text()
  expect(page).toContain(
    '<p>First.</p>\n<p>Second &lt;script&gt;alert(1)&lt;/script&gt;&lt;b onclick=&quot;x&quot;&gt;',
  )
  const link =
    '<a href="https://rules.example/a?b=1&amp;c=" rel="nofollow noreferrer">https://rules.example/a?b=1&amp;c=</a>'
  expect(page.match(/<a .*?<\/a>/gs)).toEqual([link])
  expect(page).not.toMatch(/<script|<b |href="javascript/)
  const csp = response.headers.get('content-security-policy')
  expect(csp).toMatch(/^default-src 'none'; img-src data:; style-src 'sha256-[\w+/]{43}='; base-uri 'none'/)
  expect(csp).not.toMatch(/script|unsafe/)
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
})

it('points NIP-11 to a page elsewhere if only its address is entered, and leads readers of the old address there', async () => {
  await save({ relayterms: ' https://rules.example/terms ' })
  expect(await document()).toMatchObject({ terms_of_service: 'https://rules.example/terms' })
  const response = await at('/policies/terms')
  expect([response.status, response.headers.get('location')]).toEqual([302, 'https://rules.example/terms'])
})

it('notes the change in the audit log and undoes it from the settings history', async () => {
  await save({ relayprivacypolicy: 'Version one' })
  await save({ relayprivacypolicy: 'Version two' })
  const { entries } = (await relay.call('/api/audit?limit=1', { token })).body
  expect(entries[0]).toMatchObject({ action: 'settings.save', target: 'relay_info' })
  const { versions } = (await relay.call('/api/settings-history?section=relay_info', { token })).body
  const [newest] = versions as SettingsVersion[]
  expect(newest).toMatchObject({
    before: { relayprivacypolicy: 'Version one' },
    after: { relayprivacypolicy: 'Version two' },
  })
  const body = { side: 'before', newest: newest?.id }
  expect((await relay.call(`/api/settings-history/${newest?.id}/restore`, { token, body })).status).toBe(200)
  expect(await (await at('/policies/privacy')).text()).toContain('<p>Version one</p>')
})
