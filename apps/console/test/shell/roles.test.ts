import { adminEndpoints } from '@hornets/contract/admin'
import { blockPubkey } from '@hornets/contract/admin/access'
import { listAdmins } from '@hornets/contract/admin/accounts/admins'
import type { Role } from '@hornets/contract/admin/accounts/auth'
import { listAudit } from '@hornets/contract/admin/audit'
import { deleteFile } from '@hornets/contract/admin/files/file-changes'
import { getHealthReport } from '@hornets/contract/admin/notifications/health-report'
import { saveRelaySettings } from '@hornets/contract/admin/relay-settings'
import { saveSettings, secretMask } from '@hornets/contract/admin/settings'
import { type Endpoint, mayCall } from '@hornets/contract/endpoint'
import { isAtLeast } from '@hornets/contract/roles'
import { makeTransaction } from '@hornets/contract/wallet/spending'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openConsole } from '../support/console-visit.ts'
import { goWithin, untilAtRest } from '../support/rest.ts'
import { fullAccount } from '../support/stubs/account-answers.ts'
import { playState } from '../support/stubs/relay-states.ts'
import { seedSession } from '../support/visitor.ts'

interface Watched {
  readonly path: string
  /** A call on that page that changes something. */
  readonly call: Pick<Endpoint, 'role'>
  readonly shows: string | RegExp
  readonly may: string | RegExp
  readonly reason: RegExp
  readonly looking: RegExp
}

const noSettings = /^Only owners and operators see the settings/
const readOnly = /^View only for your role \((Viewer|Moderator|Operator)\)\.$/
const watched: readonly Watched[] = [
  {
    path: '/relay-settings',
    call: saveRelaySettings,
    shows: 'What this relay accepts',
    may: /^Text note/,
    reason: noSettings,
    looking: /^$/,
  },
  {
    path: '/settings/relay-info',
    call: saveSettings,
    shows: 'Settings',
    may: 'Name',
    reason: noSettings,
    looking: /^$/,
  },
  {
    path: '/blocked-pubkeys',
    call: blockPubkey,
    shows: '2 blocked',
    may: '2 blocked',
    reason: readOnly,
    looking:
      /^(Export|Search the block list|Public key|Reason|Blocked|Copy npub|Copy public key as hex|Blocked authors|Write and read|Allowed|Words|Addresses|Events by id|Roles|Invitations|Rules|Changes)$/,
  },
  {
    path: '/media-manager',
    call: deleteFile,
    shows: /^12 files/,
    may: /^12 files/,
    reason: readOnly,
    looking: /^(Select|(Search|Type|Order|Filters|Stored|Trash|Storage|(Actions for )?picture-\d+\.jpg)$)/,
  },
  {
    path: '/health',
    call: getHealthReport,
    shows: 'Health',
    may: 'Recurring tasks',
    reason: /^Only owners and operators see how the relay/,
    looking: /^$/,
  },
  {
    path: '/audit-log',
    call: listAudit,
    shows: 'Audit log',
    may: 'Show older entries',
    reason: /^Only owners and operators can read the audit log/,
    looking: /^$/,
  },
  {
    path: '/profile/security-settings',
    call: listAdmins,
    shows: 'Two-factor auth',
    may: 'Invite an admin',
    reason: /^Only owners can see and change/,
    // Except for the admins, this is the user's own account, which every role may change.
    looking: /^(?!Invite|Role of|Remove|Revoke)/,
  },
  {
    path: '/',
    call: makeTransaction,
    shows: 'Total earning',
    may: 'Send',
    // Operators see the money; the roles below are told that they do not.
    reason: /^View only for your role \(Operator\)\.$|^Only owners and operators can see the wallet/,
    looking:
      /: show as a table$|^(Receiv|Unconfirmed Transactions|Show|View|Hide|Copy|\d|[+−-]|30 days|Traffic|Stored|Sats|All|BTC|USD|Transaction|(S\d)?Subscriber|Anonymous)/i,
  },
]

/** Names of the page's enabled controls. */
const usable = (page: Page) =>
  page.locator('#content').evaluate(content =>
    [
      ...content.querySelectorAll<HTMLElement>(
        'button, input, select, textarea, [role=checkbox], [role=switch], [role=combobox]',
      ),
    ]
      .filter(control => control.checkVisibility() && control.getAttribute('aria-hidden') !== 'true')
      .filter(control => !control.matches(':disabled, [aria-disabled=true], [data-disabled]'))
      .map(control => {
        const labels = [...((control as HTMLInputElement).labels ?? [])].map(label => label.textContent)
        return (control.getAttribute('aria-label') ?? (labels.join(' ') || control.textContent)).trim()
      }),
  )

const site = openConsole(relay => playState(relay, 'full'), { signedIn: true, extensionAfterMs: 0 })

/** Is the call forbidden to this role? */
function isAbove(role: Role, call: string): boolean {
  const [method = '', path = ''] = call.split(' ')
  const endpoint = adminEndpoints.find(
    one => one.method === method && new RegExp(`^${one.path.replace(/:\w+/g, '[^/]+')}$`).test(path),
  )
  return endpoint?.role !== undefined && !mayCall(role, endpoint)
}

it.each(['viewer', 'moderator', 'operator', 'owner'] as const)(
  'disables what a role cannot do, with the reason, and makes no call: %s (R-91)',
  async role => {
    site.relay.answers.set('GET /api/account', { body: { user: { ...fullAccount['/api/account'].user, role } } })
    site.relay.answers.set('GET /api/settings/wallet', { body: { wallet: { name: 'default', api_key: secretMask } } })
    const { page } = await site.begin({ signedIn: false })
    await seedSession(page, role)
    await page.goto(`${site.relay.url}/404`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const { path, call, shows, may: ifMay, reason, looking } of watched) {
      await page.evaluate(to => history.pushState({}, '', to), path)
      const may = mayCall(role, call)
      const content = page.locator('#content')
      await content.getByText(shows).first().waitFor()
      await content
        .getByText(may ? ifMay : reason)
        .first()
        .waitFor()
      await untilAtRest(page)
      const names = await usable(page)
      const changing = names.filter(name => !looking.test(name))
      expect([role, path, may ? changing.length > 0 : changing]).toEqual([role, path, may ? true : []])
    }
    if (isAtLeast(role, 'operator')) await seesWallet(page, role === 'owner')
    expect(site.relay.calls.filter(call => isAbove(role, call))).toEqual([])
  },
)

/** Only owners decide whom the wallet obeys; operators set everything else here. */
async function seesWallet(page: Page, isOwner: boolean): Promise<void> {
  await page.evaluate(() => history.pushState({}, '', '/settings/wallet'))
  const replace = page.locator('#content').getByRole('button', { name: 'Replace' })
  await replace.waitFor()
  expect([await replace.isEnabled(), await page.getByText('Only an owner can change this.').count()]).toEqual([
    isOwner,
    isOwner ? 0 : 1,
  ])
}

it('no page that is in a menu makes a call above the role of who looks, so that menus need to know no more', async () => {
  site.relay.answers.set('GET /api/account', {
    body: { user: { ...fullAccount['/api/account'].user, role: 'viewer' } },
  })
  const { page } = await site.begin({ signedIn: false })
  await seedSession(page, 'viewer')
  await page.goto(site.relay.url)
  const linksOf = (label: string) =>
    page
      .getByRole('navigation', { name: label, exact: true })
      .getByRole('link')
      .evaluateAll(all => all.map(a => a.getAttribute('href')))
  await page.getByRole('navigation', { name: 'Pages', exact: true }).waitFor()
  const main = await linksOf('Pages')
  expect(main.length).toBeGreaterThan(4)
  // Some lead to other addresses, so what is waited for is the end of the page between.
  const open = async (path: string | null) => {
    await goWithin(page, '/404')
    await page.evaluate(to => history.pushState({}, '', to), path)
    await page.getByText('Sorry, page not found!').waitFor({ state: 'detached' })
    await page.locator('#content h1').first().waitFor()
    await untilAtRest(page)
  }
  await open('/profile')
  await page.getByRole('navigation', { name: 'Profile pages' }).waitFor()
  for (const path of [...main, ...(await linksOf('Profile pages')), '/wallet']) await open(path)
  expect(site.relay.calls.filter(call => isAbove('viewer', call))).toEqual([])
})

it('finds one of a thousand admins by name, npub and role, and renders only some', async () => {
  const [self] = fullAccount['/api/admins'].admins
  const admins = Array.from({ length: 1000 }, (_, at) => ({
    ...self,
    id: String(at + 2),
    npub: at.toString(16).padStart(64, '0'),
    name: `Admin ${at}`,
    role: at === 617 ? 'operator' : 'viewer',
  }))
  site.relay.answers.set('GET /api/admins', { body: { admins: [self, ...admins], invitations: [] } })
  const page = await site.go('/profile/security-settings')
  const rows = page.getByRole('button', { name: /^Remove Admin/ })
  const search = page.getByLabel('Search the admins')
  await page.getByText('1,001 admins').waitFor()
  expect(await rows.count()).toBe(19)
  for (const [text, name] of [
    ['ADMIN 617', 'Admin 617'],
    ['operator', 'Admin 617'],
    [admins[42]?.npub, 'Admin 42'],
  ] as const) {
    await search.fill(text ?? '')
    await page.getByText('1 found', { exact: true }).waitFor()
    expect(await rows.getAttribute('aria-label')).toBe(`Remove ${name}`)
    await page.locator('[data-person]', { hasText: name }).waitFor()
  }
  await search.fill('nobody of that name')
  await page.getByText('No admins match').waitFor()
})
