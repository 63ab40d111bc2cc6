import type { Page } from 'playwright-core'
import type { OpenRelay, Operator } from './world.ts'

/** Claims a fresh relay in the browser, as its first operator does; ends on the dashboard, signed in. */
export async function claim(page: Page, { setupUrl }: Pick<OpenRelay, 'setupUrl'>, operator: Operator): Promise<void> {
  await page.goto(setupUrl)
  await fillSignUp(page, operator)
}

export async function fillSignUp(page: Page, operator: Operator): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(operator.password)
  await page.getByLabel('Confirm password').fill(operator.password)
  await page.getByText('Your key').waitFor()
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByRole('heading', { name: 'Relay dashboard', level: 1 }).waitFor()
}

/** Nothing where a claim has signed in already. */
export async function signIn(page: Page, operator: Operator): Promise<void> {
  if (!new URL(page.url()).pathname.startsWith('/auth/')) return
  await page.getByLabel('Password', { exact: true }).fill(operator.password)
  await page.getByText('Your key').waitFor()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Relay dashboard', level: 1 }).waitFor()
}

/** Forgets the session, and opens the login. */
export async function signOut(page: Page, { adminUrl }: Pick<OpenRelay, 'adminUrl'>): Promise<void> {
  // No console runs there: its next call would notice, and lead to the login itself.
  await page.goto(new URL('/theme.js', adminUrl).href)
  await page.evaluate(() => localStorage.clear())
  await page.goto(new URL('/auth/login', adminUrl).href)
  await page.getByText('Your key').waitFor()
}

/** Like a new tab, which costs twice as much; no console runs there yet. */
export async function renew(page: Page, { adminUrl }: Pick<OpenRelay, 'adminUrl'>): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto(new URL('/theme.js', adminUrl).href)
  await page.evaluate(() => sessionStorage.clear())
}

export async function openPage(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

/** Waits until the page has loaded and nothing moves. The live stream keeps the network from ever being idle. */
export async function settle(page: Page): Promise<void> {
  await page.waitForTimeout(300)
  await page.waitForFunction(() => !document.querySelector('[class*="animate-[pulse"]'), null, { timeout: 10_000 })
  await page.waitForTimeout(300)
}
