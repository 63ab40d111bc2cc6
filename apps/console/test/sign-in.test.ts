import { nip19 } from 'nostr-tools'
import { beforeEach, describe, expect, it } from 'vitest'
import { openConsole } from './support/console-visit.ts'
import { untilAtRest } from './support/rest.ts'
import { inGerman, preferGerman, pubkey, user } from './support/visitor.ts'

const site = openConsole(relay => {
  relay.answers.set('GET /user-exist', {
    body: { exists: true, allowSignup: false, setupTokenRequired: false, message: '' },
  })
  relay.answers.set('POST /login', {
    body: { event: { kind: 1, pubkey, created_at: 1, tags: [], content: 'challenge' } },
  })
  relay.answers.set('POST /verify', { body: { token: 'token', user } })
})
const { go } = site

const [submit, password] = ['[type=submit]', '[name=password]']
const [said, failed] = ['[aria-live=assertive]:has(.text-ok)', '[aria-live=assertive]:has(.text-bad)']

describe('signing in', () => {
  it('ROUTE-05: an unknown path beside it leads to / and on to the login, and Back does not return to it', async () => {
    const page = await go('/auth/forgot-password')
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const path of ['/auth/no-such', '/auth/login/x', '/auth/']) {
      await page.goto(site.relay.url + path)
      await page.waitForURL('**/auth/login')
      await page.goBack()
      await page.waitForURL('**/auth/forgot-password')
    }
  })

  it('AUTH-13, AUTH-23: links to the sign-up while that is open, which links back', async () => {
    site.relay.answers.set('GET /user-exist', { body: { exists: true, allowSignup: true } })
    const page = await go('/auth/login')
    expect(await page.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/auth/sign-up')
    await page.getByRole('link', { name: 'Sign up' }).click()
    await page.waitForURL('**/auth/sign-up')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.waitForURL('**/auth/login')
    // While the server has not said that it is closed.
    site.relay.answers.set('GET /user-exist', 'hang up')
    await page.reload()
    await page.getByText('The relay is not responding').waitFor()
    expect(await page.getByRole('link', { name: 'Sign up' }).count()).toBe(1)
    site.relay.answers.set('GET /user-exist', { body: { exists: true, allowSignup: false } })
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await untilAtRest(page)
    expect(await page.getByRole('link', { name: 'Sign up' }).count()).toBe(0)
  })

  it('offers the demo while the relay has one (GENERAL-04)', async () => {
    const page = await go('/auth/login')
    for (const demo of [true, false]) {
      site.relay.answers.set('GET /user-exist', { body: { exists: true, allowSignup: false, demo } })
      await page.reload()
      await page.getByRole('heading', { level: 1 }).waitFor()
      await untilAtRest(page)
      const links = page.getByRole('link', { name: 'Open the demo' })
      expect(await links.evaluateAll(all => all.map(link => link.getAttribute('href')))).toEqual(demo ? ['/'] : [])
      expect(await page.setViewportSize({ width: 390, height: 844 }).then(() => links.count())).toBe(demo ? 1 : 0)
    }
  })

  it('AUTH-14, AUTH-21, FAMILY-25: without an extension makes no call, and says what is missing and how to get on', async () => {
    const page = await go('/auth/login')
    await page.fill(password, 'x')
    await page.click(submit)
    for (const text of ['Nostr extension is not available', 'Npub is required', 'No Nostr extension in this browser'])
      await page.getByText(text, { exact: true }).waitFor()
    expect(await page.getByText('This page was opened over unencrypted http').count()).toBe(0)
    await inGerman(page, 'Die Nostr-Erweiterung ist nicht verfügbar', 'Npub ist erforderlich')
    expect(site.relay.calls).toEqual(['GET /user-exist'])

    // With one that gives no key, only the key is missing.
    await page.evaluate(() =>
      Object.assign(window, {
        nostr: { getPublicKey: () => Promise.reject(new Error('denied')), signEvent: () => {} },
      }),
    )
    await page.click(submit)
    await page.getByText('Nostr extension is not available').waitFor({ state: 'detached' })
    await page.getByText('Npub is required', { exact: true }).first().waitFor()
    await untilAtRest(page)
    expect(site.relay.calls.filter(call => call.startsWith('POST'))).toEqual([])
  })

  it('AUTH-15, R-76: without a password makes no call, says so at the field alone and leads there', async () => {
    const page = await go('/auth/login', { extensionAfterMs: 0 })
    await page.getByText('Your key').waitFor()
    await page.click(submit)
    await page.getByText('Please input your password!', { exact: true }).waitFor()
    await page.waitForFunction(() => document.activeElement?.matches('[name=password][aria-invalid=true]'))
    await inGerman(page, 'Bitte geben Sie Ihr Passwort ein!')
    expect(site.relay.calls).toEqual(['GET /user-exist'])
  })

  it('AUTH-22, AUTH-60: shows an error of the server as it was sent, in a toast, also in plain text or without one (FAMILY-07)', async () => {
    const page = await go('/auth/login', { extensionAfterMs: 0 })
    await page.getByText('Your key').waitFor()
    await page.fill(password, 'x')
    for (const [call, refusal, words] of [
      ['POST /verify', { status: 403, body: { error: 'This signature is too old' } }, 'This signature is too old'],
      ['POST /login', { status: 500, body: { error: 'This key is on holiday' } }, 'This key is on holiday'],
      ['POST /login', { status: 400, text: 'Bad login' }, 'Bad login'],
      ['POST /login', { status: 403, text: '' }, 'Network response was not ok (status: 403)'],
      ['POST /login', { status: 500, text: '' }, 'Internal server error'],
      ['POST /login', { status: 401, text: '' }, 'Invalid Credentials'],
    ] as const) {
      site.relay.answers.set(call, refusal)
      await page.click(submit)
      await page.locator(failed).getByText(words, { exact: true }).waitFor()
    }
    await inGerman(page, 'Ungültige Anmeldedaten')
  })

  it('AUTH-12: picks up an extension that appears late, and asks it for the key only once', async () => {
    // After the page has said that there is none.
    const page = await go('/auth/login', { extensionAfterMs: 2900 })
    await expect.poll(() => page.inputValue('[name=npub]')).toBe(pubkey)
    await page.waitForTimeout(1100)
    expect(await page.getAttribute('html', 'data-asked')).toBe('1')
  })

  it('ERR-05: shows that the server is silent, keeps the input, and continues by itself', async () => {
    site.relay.answers.set('GET /user-exist', 'hang up')
    site.relay.answers.set('POST /login', 'hang up')
    const page = await go('/auth/login', { extensionAfterMs: 0 })
    await page.getByText('The relay is not responding').waitFor()
    await page.getByText('Your key').waitFor()
    await page.fill(password, 'x')
    await page.click(submit)
    await page.getByText('The server is not responding, try again later', { exact: true }).waitFor()
    expect(await page.inputValue(password)).toBe('x')
    await inGerman(page, 'Der Server antwortet nicht. Bitte versuchen Sie es später noch einmal.')
    site.relay.answers.set('GET /user-exist', { body: { exists: true, allowSignup: false } })
    // It may have retried by itself just before; then the button is gone.
    await page
      .getByRole('button', { name: 'Try now' })
      .evaluateAll(([button]) => (button as HTMLElement | undefined)?.click())
    await page.getByText('The relay is not responding').waitFor({ state: 'detached' })
  })

  it('says on an unencrypted page why the extension is missing, and what to do without a key (FAMILY-25)', async () => {
    const { page } = await site.begin()
    // As browsers say of http at an address of the local network.
    await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }))
    await page.goto(`${site.relay.url}/auth/login`)
    await page.getByText('This page was opened over unencrypted http. Extensions such as nos2x').waitFor()
    await page.getByRole('button', { name: 'Deutsch' }).click()
    await page.getByText('Diese Seite wurde über unverschlüsseltes http geöffnet.').waitFor()
    await page.getByRole('button', { name: 'English' }).click()
    await page.fill(password, 'x')
    await page.click(submit)
    await page.getByText('Share your key in the extension, or use a remote signer.').waitFor()
    expect(site.relay.calls).not.toContain('POST /login')
  })

  it('offers to reload the page after an extension has refused', async () => {
    const { page } = await site.begin()
    await page.addInitScript(() => {
      const refuse = () => Promise.reject(new Error('denied'))
      Object.assign(window, { nostr: { getPublicKey: refuse, signEvent: refuse } })
    })
    await page.goto(`${site.relay.url}/auth/login`)
    await page.getByText('allow this page there and then reload it').waitFor()
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Reload the page' }).click()])
  })

  it('AUTH-12, AUTH-16, FAMILY-26: offers help if an extension does not answer or has another key, and says if another key signs', async () => {
    const { page } = await site.begin()
    const other = 'e'.repeat(64)
    await page.addInitScript(() => {
      const never = new Promise(() => {})
      const nostr = { getPublicKey: () => never as Promise<string>, signEvent: () => never }
      Object.assign(window, { nostr, show: (key: string) => Object.assign(nostr, { getPublicKey: async () => key }) })
    })
    const show = (key: string) =>
      page.evaluate(given => (window as unknown as { show(key: string): void }).show(given), key)
    await page.goto(`${site.relay.url}/auth/login`)
    await page.getByText('asks whether this page can see').waitFor()
    await page.getByRole('button', { name: 'Use a remote signer' }).click()
    await show(other)
    await page.getByRole('button', { name: 'Look for an extension again' }).click()
    await page.getByTitle(nip19.npubEncode(other)).waitFor()
    // Meanwhile the user has switched accounts in the extension.
    await show(pubkey)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByTitle(nip19.npubEncode(pubkey)).waitFor()
    expect(await page.inputValue('[name=npub]')).toBe(pubkey)
    // For password managers.
    expect(await page.inputValue('input[autocomplete=username]:not([type=hidden])')).toBe(pubkey)
    // The user closed its prompt without answering.
    await page.fill(password, 'x')
    for (const attempt of [1, 2]) {
      await page.click(submit)
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
      expect(site.relay.calls.filter(call => call === 'POST /login')).toHaveLength(attempt)
    }
    expect(await page.inputValue(password)).toBe('x')
    expect(await page.locator('[aria-live=assertive]').innerText()).toBe('')
    expect(await page.evaluate(() => document.activeElement?.matches('[type=submit]'))).toBe(true)
    const stranger = { pubkey: other, id: 'b'.repeat(64), sig: 'c'.repeat(128) }
    await page.evaluate(by => {
      Reflect.get(window, 'nostr').signEvent = async (event: object) => ({ ...event, ...by })
    }, stranger)
    await page.click(submit)
    await page.getByText('Another key signed than the one you chose', { exact: true }).waitFor()
    await inGerman(page, 'Ein anderer Schlüssel hat unterschrieben als der gewählte')
    expect(site.relay.calls).not.toContain('POST /verify')
    await page.getByRole('button', { name: 'Use a remote signer' }).click()
    await page.getByLabel('Address of the signer').waitFor()
  })

  it('AUTH-05, AUTH-18, AUTH-20, R-03: stores token and user and returns to where one wanted to go', async () => {
    const page = await go('/settings/ollama?x=1#y', { extensionAfterMs: 0 })
    await page.waitForURL('**/auth/login')
    await page.getByText('Your key').waitFor()
    await page.fill(password, 'x')
    await page.click(submit)
    await page.waitForURL('**/settings/ollama?x=1#y')
    for (const text of ['Login successful', 'You have successfully logged in!'])
      await page.getByText(text, { exact: true }).waitFor()
    const kept = await page.evaluate(() => [localStorage.getItem('accessToken'), localStorage.getItem('user')])
    expect([kept[0], JSON.parse(kept[1] ?? '')]).toEqual(['token', user])

    await page.evaluate(() => {
      localStorage.clear()
      localStorage.setItem('lng', 'de')
      // Leftovers of a session do not count as one.
      localStorage.setItem('user', '{}')
    })
    await page.goto(`${site.relay.url}/settings/general?z=2`, { waitUntil: 'commit' })
    await page.getByText('Ihr Schlüssel').waitFor()
    await page.fill(password, 'x')
    await page.click(submit)
    await page.waitForURL('**/settings/general?z=2')
    for (const text of ['Anmeldung erfolgreich', 'Sie haben sich erfolgreich angemeldet!'])
      await page.getByText(text, { exact: true }).waitFor()
  })

  it('AUTH-17, AUTH-19: sends the challenge as signed, and stores nothing when verify gives no token or no user', async () => {
    const page = await go('/auth/login', { extensionAfterMs: 0 })
    for (const body of [{ user }, { token: 'token' }, {}]) {
      site.relay.answers.set('POST /verify', { body })
      // The words of the one before are gone.
      await page.reload()
      await page.getByText('Your key').waitFor()
      await page.fill(password, 'x')
      await page.click(submit)
      await page.getByText('Login failed: Missing token or user data', { exact: true }).waitFor()
      expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
    }
    await inGerman(page, 'Anmeldung fehlgeschlagen: Token oder Benutzerdaten fehlen')
    const event = { pubkey, content: 'challenge', id: 'b'.repeat(64), sig: 'c'.repeat(128) }
    const body = { challenge: 'challenge', signature: event.sig, messageHash: event.id, event }
    expect(site.relay.received.find(({ call }) => call === 'POST /verify')?.body).toMatchObject(body)
  })

  it('I18N-01, I18N-02, I18N-03: is in English in a German browser, and in German when asked to, also after a reload and about the server', async () => {
    const { page } = await site.begin({ extensionAfterMs: 0 })
    await page.addInitScript(preferGerman)
    await page.goto(`${site.relay.url}/auth/login`)
    await page.getByText('Your key').waitFor()
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
    site.relay.answers.set('POST /login', { status: 401, body: { error: 'Invalid npub or password' } })
    await page.getByRole('button', { name: 'Deutsch' }).click()
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('lng'))).toBe('de')
    await page.reload()
    await page.getByText('Ihr Schlüssel').waitFor()
    expect(await page.getAttribute('html', 'lang')).toBe('de')
    await page.fill(password, 'x')
    await page.click(submit)
    await page.getByText('Npub oder Passwort ist falsch').waitFor()
  })
})

describe('signing up', () => {
  beforeEach(() => {
    site.relay.answers.set('GET /user-exist', { body: { exists: false, allowSignup: true, setupTokenRequired: true } })
  })

  it('AUTH-08, R-04, R-05: without the printed token says where to find it, and makes no call', async () => {
    const page = await go('/auth/login', { extensionAfterMs: 0 })
    await page.waitForURL('**/auth/sign-up')
    await page.getByText('Your key').waitFor()
    await page.getByRole('note').getByText('It contains the setup token').waitFor()
    await page.fill(password, 'Abcdefg1')
    await page.fill('[name=confirmPassword]', 'Abcdefg1')
    await page.click(submit)
    await page.locator('[aria-live=assertive]').getByText('It contains the setup token').waitFor()
    expect(site.relay.calls).not.toContain('POST /signup')
  })

  it('AUTH-23, AUTH-24, AUTH-25: asks for both passwords and that they match, without a call', async () => {
    const page = await go('/auth/sign-up?setup=printed', { extensionAfterMs: 0 })
    await page.getByText('Your key').waitFor()
    await page.click(submit)
    await expect.poll(() => page.getByText('Please input your password!', { exact: true }).count()).toBe(2)
    await page.fill(password, 'Abcdefg1')
    await page.fill('[name=confirmPassword]', 'Abcdefg2')
    await page.click(submit)
    await page.getByText('The two passwords that you entered do not match!', { exact: true }).waitFor()
    await inGerman(page, 'Die beiden Passwörter stimmen nicht überein!')
    expect(site.relay.calls).not.toContain('POST /signup')
  })

  it('AUTH-26, AUTH-28, ERR-10, R-76, R-81: stays with what was typed when the server refuses, and says why once', async () => {
    site.relay.answers.set('POST /signup', { status: 403, body: { error: 'Not with this key' } })
    const page = await go('/auth/sign-up?setup=printed', { extensionAfterMs: 0 })
    await page.getByText('Your key').waitFor()
    for (const name of ['password', 'confirmPassword']) await page.fill(`[name=${name}]`, 'Abcdefg1')
    await page.click(submit)
    await page.locator(failed).getByText('Not with this key').waitFor()
    expect(await page.getByText('Not with this key').count()).toBe(1)
    // Also if it is about a field that has no place in the form.
    const words = 'Not with this token'
    const refusal = { error: words, code: 'invalid_fields', fields: { setupToken: words } }
    site.relay.answers.set('POST /signup', { status: 400, body: refusal })
    await page.click(submit)
    await page.locator(failed).getByText(words).waitFor()
    expect([new URL(page.url()).pathname, await page.inputValue(password)]).toEqual(['/auth/sign-up', 'Abcdefg1'])
  })

  it('restores a backup in place of a new relay, shows how far it is, and leads to the sign-in', async () => {
    const open = { exists: false, allowSignup: true, setupTokenRequired: true, restore: true }
    const state = { is_running: true, progress: null, error: null, is_done: false }
    const steps = [
      { ...state, progress: { step: 'restore', done: 1, total: 4 } },
      { ...state, is_running: false, error: 'This folder has no backup' },
    ]
    let isRestored = false
    site.relay.answers.set('GET /user-exist', () => ({
      body: isRestored ? { exists: true, allowSignup: false } : open,
    }))
    site.relay.answers.set('POST /restore', { status: 202, body: state })
    site.relay.answers.set('POST /restore/state', () => ({ body: steps.shift() ?? state }))
    const page = await go('/auth/sign-up?setup=printed', { extensionAfterMs: 0 })
    await page.getByText('Restore a backup instead').click()
    await page.getByLabel('Place of the backups').fill('/backups/hive ')
    await page.getByLabel('Key or passphrase', { exact: true }).fill('four words')
    const restore = page.getByRole('button', { name: 'Restore', exact: true })
    await restore.click()
    await page.getByText('Restoring files…').waitFor()
    expect(await page.getByRole('progressbar').getAttribute('value')).toBe('25')
    await page.getByText('This folder has no backup').waitFor()
    await restore.click()
    await page.getByText('Reading the backup…').waitFor()
    isRestored = true
    await page.waitForURL('**/auth/login')
    expect(site.relay.received.filter(({ call }) => call === 'POST /restore').map(({ body }) => body)).toEqual(
      Array(2).fill({ setupToken: 'printed', place: '/backups/hive', key: 'four words' }),
    )
  })

  it('AUTH-29, R-05, FAMILY-28: is closed once the relay is claimed, and says so at the login', async () => {
    site.relay.answers.set('GET /user-exist', { body: { exists: true, allowSignup: false } })
    const { page } = await site.begin()
    for (const path of ['/auth/sign-up', '/auth/sign-up?setup=printed']) {
      await page.goto(site.relay.url + path)
      await page.waitForURL(`${site.relay.url}/auth/login`)
      await page.getByText('This relay has already been claimed').waitFor()
    }
  })

  it('AUTH-26, AUTH-27: leads to the login, which signs in by itself, without a way to sign up (FAMILY-28)', async () => {
    site.relay.answers.set('POST /signup', { status: 201, body: { message: 'ok' } })
    const page = await go('/auth/login?setup=printed', { extensionAfterMs: 0 })
    const seen = Promise.withResolvers<void>()
    await page.route('**/login', async route => {
      await seen.promise
      await route.continue()
    })
    await page.waitForURL('**/auth/sign-up?setup=printed')
    await page.getByText('Your key').waitFor()
    await page.fill(password, 'Abcdefg1')
    await page.fill('[name=confirmPassword]', 'Abcdefg1')
    await page.getByText('By signing up you accept the terms of use').waitFor()
    await page.click(submit)
    await page.locator(said).getByText('Sign-up successful', { exact: true }).waitFor()
    expect(site.relay.received.find(({ call }) => call === 'POST /signup')?.body).toEqual({
      npub: pubkey,
      password: 'Abcdefg1',
      confirmPassword: 'Abcdefg1',
      termOfUse: true,
      setupToken: 'printed',
    })
    await page.getByText('You have successfully signed up!', { exact: true }).waitFor()
    await inGerman(page, 'Registrierung erfolgreich', 'Sie haben sich erfolgreich registriert!')
    expect(page.url()).toBe(`${site.relay.url}/auth/login`)
    expect(await page.inputValue(password)).toBe('Abcdefg1')
    expect(await page.getByRole('link', { name: 'Sign up' }).count()).toBe(0)
    seen.resolve()
    await page.waitForURL(`${site.relay.url}/`)
    expect(site.relay.calls).toContain('POST /verify')
  })
})
