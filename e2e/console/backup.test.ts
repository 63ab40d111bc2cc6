import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SftpServer, startSftpServer } from '../../apps/relay/test/support/servers/sftp-server.ts'
import { openBrowser } from '../../dev/browser.ts'
import { claimAndEnter } from '../support/calls.ts'
import { newOperator, openContext, type RelayProcess, startRelayProcess } from '../support/world.ts'

const operator = newOperator()
let relay: RelayProcess
let sftp: SftpServer
let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  ;[relay, browser, sftp] = await Promise.all([startRelayProcess(), openBrowser(), startSftpServer()])
  context = await openContext(browser, operator)
  page = await context.newPage()
  await claimAndEnter(page, relay, operator)
})
afterAll(async () => {
  await browser?.close()
  await Promise.all([relay?.stop(), sftp?.close()])
})

const field = (name: string) => page.getByRole('textbox', { name, exact: true })

test('backs up to another machine by SFTP with a private key, once its host key is read and kept', async () => {
  const { username, password, host, pathname } = new URL(sftp.place())
  await page.goto(new URL('/backup', relay.adminUrl).href)
  await page.getByText('No backups are planned').waitFor()
  expect(await field('Host key of the server').count()).toBe(0)
  await field('Place').fill(`sftp://${username}@${host}${pathname}`)
  await page.getByRole('button', { name: 'Private key' }).click()
  await field('Private key').fill(decodeURIComponent(password))
  await page.getByRole('radio', { name: /With a passphrase/ }).click()
  await page.getByLabel('Passphrase', { exact: true }).fill('a long passphrase')
  await page.getByRole('button', { name: 'Save plan' }).click()
  await page.getByText('and the server’s host key').waitFor()

  await page.getByRole('button', { name: 'Ask the server' }).click()
  await expect.poll(() => field('Host key of the server').inputValue()).toBe(sftp.hostKey)
  await page.getByRole('button', { name: 'Save plan' }).click()
  await page.getByRole('button', { name: 'Back up now' }).click()
  await page.getByRole('table', { name: 'Complete backups' }).getByText('Yes').waitFor()
  expect(await page.content()).not.toContain('PRIVATE KEY')
  await page.getByText(`sftp://${username}@${host}${pathname}`).first().waitFor()
})
