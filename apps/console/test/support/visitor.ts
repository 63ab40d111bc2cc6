import type { User } from '@hornets/contract/admin/accounts/auth'
import type { Browser, BrowserContext, Page } from 'playwright-core'

export const pubkey = 'a'.repeat(64)
export const user: User = {
  id: '1',
  npub: pubkey,
  role: 'owner',
  firstName: 'Ada',
  lastName: 'Lovelace',
  imgUrl: '',
  userName: '',
  email: { name: '', verified: false },
  phone: { number: '', verified: false },
  sex: '',
  birthday: '',
  lang: '',
  country: '',
  city: '',
  address1: '',
  zipcode: '',
  website: '',
  socials: { twitter: '', facebook: '', linkedin: '' },
}

/** Checks the German texts of a sign-in screen, and switches back to English. */
export async function inGerman(page: Page, ...texts: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Deutsch' }).click()
  for (const text of texts) await page.getByText(text, { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'English' }).click()
}

/** Changes the language from within the console. */
export async function chooseGerman(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  // Once the texts are loaded.
  await page.getByRole('button', { name: 'Profile menu' }).waitFor({ state: 'detached' })
}

/** Every document of the page begins with a session in this role. */
export const seedSession = (page: Page, role: User['role']) =>
  page.addInitScript(
    person => {
      localStorage.setItem('accessToken', 'token')
      localStorage.setItem('user', person)
    },
    JSON.stringify({ ...user, role }),
  )

/** For `addInitScript`: a browser whose owner reads German. */
export function preferGerman(): void {
  Object.defineProperty(navigator, 'language', { get: () => 'de-DE' })
  Object.defineProperty(navigator, 'languages', { get: () => ['de-DE', 'de'] })
}

export interface Visit {
  readonly context: BrowserContext
  readonly page: Page
  /** Browser complaints: scripts, styles and connections that the content security policy blocked, uncaught errors. */
  readonly complaints: string[]
}

export interface VisitOptions {
  readonly width?: number
  readonly signedIn?: boolean
  /** Milliseconds until the extension appears; undefined: it never does. */
  readonly extensionAfterMs?: number
  readonly dark?: boolean
  /** The test controls the clock (`page.clock`), which also runs by itself. */
  readonly ownClock?: boolean
  /** A page that has fetched and compiled nothing yet; otherwise it may be one of an earlier test, emptied. */
  readonly firstVisit?: boolean
  /** Without it none is installed, and every visit is a first one. */
  readonly serviceWorker?: boolean
}

/** What a page looks like before it has loaded anything. */
export const look = ({ width = 1440, dark = false }: VisitOptions) =>
  ({ viewport: { width, height: 900 }, colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' }) as const

export async function visit(browser: Browser, options: VisitOptions = {}): Promise<Visit> {
  const { signedIn = false, extensionAfterMs, ownClock = false, serviceWorker = false } = options
  const context = await browser.newContext({
    ...look(options),
    permissions: ['clipboard-read', 'clipboard-write'],
    serviceWorkers: serviceWorker ? 'allow' : 'block',
  })
  // Less than a test's time, so that what fails is the step that waits, by name.
  context.setDefaultTimeout(20_000)
  if (ownClock) await context.clock.install()
  if (signedIn) {
    await context.addInitScript(person => {
      if (sessionStorage.getItem('seeded')) return
      sessionStorage.setItem('seeded', 'yes')
      localStorage.setItem('accessToken', 'token')
      localStorage.setItem('user', person)
    }, JSON.stringify(user))
  }
  if (extensionAfterMs !== undefined) {
    await context.addInitScript(
      ({ key, after }) => {
        let asked = 0
        const nostr = {
          getPublicKey: async () => {
            asked += 1
            document.documentElement.dataset.asked = String(asked)
            return key
          },
          signEvent: async (event: object) => ({ ...event, id: 'b'.repeat(64), sig: 'c'.repeat(128) }),
        }
        setTimeout(() => Object.assign(window, { nostr }), after)
      },
      { key: pubkey, after: extensionAfterMs },
    )
  }
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', error => complaints.push(error.message))
  page.on('console', message => {
    if (/content security policy|refused to/i.test(message.text())) complaints.push(message.text())
  })
  return { context, page, complaints }
}
