import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { nip19 } from 'nostr-tools'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newOperator, type Operator, type Relay, startRelay } from '../../harness.ts'
import { auditOf, putAdmin } from '../../support/people.ts'

let dataDir: string
let relay: Relay
let operator: Operator
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'command-test-'))
  relay = await startRelay({ dataDir })
  operator = await relay.claim()
})
afterAll(async () => {
  await relay.close()
  await rm(dataDir, { recursive: true })
})

const program = fileURLToPath(new URL('../../../src/admin-command/main.ts', import.meta.url))
async function admin(words: string[], folder = dataDir, more = {}) {
  const env = { ...process.env, DATA_DIR: folder, ...more }
  const child = spawn(process.execPath, [program, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = new Promise<number | null>(resolve => child.once('close', resolve))
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await closed, output, errors }
}
const npub = () => nip19.npubEncode(operator.pubkey)

it('reports unknown commands, extra words, options and folders without a relay, and changes nothing', async () => {
  const [unknown, many, option, nowhere, wrongEnvironment] = await Promise.all([
    admin(['reset']),
    admin(['list', 'everything']),
    admin(['reset-password', '--force']),
    admin(['list'], join(dataDir, 'none')),
    admin(['list'], dataDir, { PORT: 'high' }),
  ])
  expect([unknown.code, unknown.errors]).toEqual([2, expect.stringContaining('There is no command "reset"')])
  expect([many.code, many.errors]).toEqual([2, expect.stringContaining('npm run admin -- list\n')])
  expect([option.code, option.errors]).toEqual([2, expect.stringContaining('There is no option "--force"')])
  expect([nowhere.code, nowhere.errors]).toEqual([1, expect.stringContaining('There is no relay in')])
  expect([wrongEnvironment.code, wrongEnvironment.errors]).toEqual([
    1,
    expect.stringMatching(/^PORT should be [^\n]*\n$/),
  ])
})

it('--help, and no command, list the commands; that of a command says what it takes', async () => {
  const [none, all, one] = await Promise.all([admin([]), admin(['--help']), admin(['maintenance', '--help'])])
  expect(all).toEqual({ code: 0, output: expect.stringContaining('reset-password [npub]'), errors: '' })
  expect(none).toEqual(all)
  expect([one.code, one.output]).toEqual([0, expect.stringContaining('maintenance [on ["reason"] | off]')])
})

it('reports a file that is not a database in one line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'command-test-'))
  await writeFile(join(folder, 'admin.db'), 'no database, but long enough to be looked at as one '.repeat(40))
  const { code, errors } = await admin(['list'], folder)
  expect([code, errors]).toEqual([1, expect.stringMatching(/admin\.db cannot be opened: [^\n]*\n$/)])
  await rm(folder, { recursive: true })
})

it('R-08: a new password while the relay runs: shown once, old sessions over, the old one worth nothing', async () => {
  const { adminDatabase } = relay.context
  await adminDatabase.transact(tx => tx.deleteFrom('sessions').execute())
  const token = await relay.login(operator)
  const { code, output, errors } = await admin(['reset-password', npub()])
  expect([code, errors]).toEqual([0, ''])
  expect(output).toContain('Sessions ended: 1')
  const password = /shown only once: (\S{20})\n/.exec(output)?.[1] ?? ''
  expect((await relay.call('/api/account', { token })).status).toBe(401)
  const old = await relay.call('/login', { body: { npub: operator.pubkey, password: operator.password } })
  expect(old.status).toBe(401)
  operator = { ...operator, password }
  await expect(relay.login(operator)).resolves.toMatch(/^[\w-]{43}$/)
  const rows = await auditOf(relay, 'account.reset-password')
  expect(rows).toMatchObject([{ target: operator.pubkey, actor: null, ip: null, outcome: 'done' }])
  expect(JSON.stringify(rows)).not.toContain(password)
})

it('an owner whose key is lost is followed by another: a link shown once, good for a day and one sign-up, in the audit log without its secret', async () => {
  const { code, output, errors } = await admin(['invite-owner'], dataDir, { CONSOLE_URL: 'https://console.example' })
  expect([code, errors]).toEqual([0, ''])
  const token = /^https:\/\/console\.example\/auth\/sign-up\?invitation=([\w-]{43})$/m.exec(output)?.[1] ?? ''
  const offer = await relay.call('/invitation', { body: { invitation: token } })
  expect(offer.body).toEqual({ role: 'owner', invitedBy: null, expiresAt: expect.any(String) })
  const lifetimeMs = Date.parse(offer.body.expiresAt) - Date.now()
  expect(lifetimeMs / 3_600_000).toBeCloseTo(24, 1)
  expect(output).toContain(offer.body.expiresAt)

  const { pubkey, password } = newOperator()
  const body = { npub: pubkey, password, confirmPassword: password, termOfUse: true, invitation: token }
  expect((await relay.call('/signup', { body })).status).toBe(201)
  expect((await relay.call('/signup', { body: { ...body, npub: newOperator().pubkey } })).status).toBe(404)
  const { accounts, adminDatabase } = relay.context
  expect(await accounts.owners()).toContain(pubkey)
  const [made] = await auditOf(relay, 'admin.invite')
  expect(made).toMatchObject({
    actor: null,
    ip: null,
    outcome: 'done',
    after: expect.stringContaining('"role":"owner"'),
  })
  const signups = (await auditOf(relay, 'account.signup')).filter(({ outcome }) => outcome === 'done')
  expect(signups.at(-1)).toMatchObject({ target: pubkey, after: '{"role":"owner","invited_by":null}' })
  expect(JSON.stringify(await adminDatabase.reads.selectFrom('audit_log').selectAll().execute())).not.toContain(token)
  // One owner again, as the following tests expect.
  await adminDatabase.transact(tx => tx.deleteFrom('accounts').where('pubkey', '=', pubkey).execute())
})

it('the command and the relay write to the same audit log at the same time, and neither fails', async () => {
  const token = await relay.login(operator)
  const [{ code }, ...answers] = await Promise.all([
    admin(['two-factor-off', operator.pubkey]),
    ...Array.from({ length: 40 }, (_, at) =>
      relay.call('/api/account/profile', { token, body: { city: `City ${at}` } }),
    ),
  ])
  expect([code, new Set(answers.map(({ status }) => status))]).toEqual([0, new Set([200])])
})

it('lists admins, switches two-factor off, and asks whose password where there are several', async () => {
  await relay.login(operator)
  const other = await putAdmin(relay, 'viewer', { userName: 'Vera\n\u001b[2K the\u202e owner' })
  const set = { totp_secret: 'sealed' }
  const id = other.id
  await relay.context.adminDatabase.transact(tx => tx.updateTable('accounts').set(set).where('id', '=', id).execute())
  const listed = await admin(['list'])
  expect(listed.output).toContain(`${npub()}  owner, two-factor off, seen `)
  expect(listed.output).toContain(`${nip19.npubEncode(other.operator.pubkey)}  viewer, two-factor on, seen `)
  expect(listed.output).toContain(', Vera [2K the  owner\n')
  const [whose, stranger, off] = await Promise.all([
    admin(['reset-password']),
    admin(['reset-password', 'a'.repeat(64)]),
    admin(['two-factor-off', other.operator.pubkey]),
  ])
  expect([whose.code, whose.errors]).toEqual([1, expect.stringContaining('several admins')])
  expect([stranger.code, stranger.errors]).toEqual([1, expect.stringContaining('is no admin of this relay')])
  expect(off.output).toBe('Two-factor authentication is off.\n')
  expect((await auditOf(relay, 'account.two-factor-off')).at(-1)).toMatchObject({ target: other.operator.pubkey })
})
