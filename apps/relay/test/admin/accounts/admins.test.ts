import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newOperator, type Operator, type Relay, startRelay } from '../../harness.ts'
import { type MailServer, startMailServer } from '../../support/mail-server.ts'
import { auditOf, putAdmin } from '../../support/people.ts'

const dayMs = 24 * 60 * 60_000
const elsewhere = { 'x-forwarded-for': '203.0.113.7' }
let clock = Date.now()
let post: MailServer
let relay: Relay
let operator: Operator
let token: string
beforeAll(async () => {
  post = await startMailServer()
  relay = await startRelay({ now: () => clock, config: { smtp: post.smtp } })
  operator = await relay.claim()
})
afterAll(async () => {
  await relay.close()
  await post.close()
})
beforeEach(async () => {
  clock += 60 * 60_000
  token = await relay.login(operator)
})

const invite = (role: string, email = '') =>
  relay.call('/api/admins/invitations', { token, body: { role, ...(email && { email }) } })
const invitationFor = async (role: string) => (await invite(role)).body.token as string
const signup = (invitation: string, { pubkey: npub, password } = newOperator(), more = {}) =>
  relay.call('/signup', {
    body: { npub, password, confirmPassword: password, termOfUse: true, invitation, ...more },
    headers: elsewhere,
  })
const list = async () => (await relay.call('/api/admins', { token })).body
const changeRole = (id: string, role: string, session = token) =>
  relay.call(`/api/admins/${id}`, { token: session, body: { role } })
const remove = (id: string) => relay.call(`/api/admins/${id}`, { token, method: 'DELETE' })
const ownId = async () => (await relay.call('/api/account', { token })).body.user.id as string

describe('R-05: invitations', () => {
  it('refuses an invented or missing invitation (HOUSE-04)', async () => {
    for (const invitation of ['A'.repeat(43), 'x']) {
      const answer = await signup(invitation)
      expect([answer.status, answer.body.error]).toEqual([404, 'This invitation is unknown, used or expired'])
      expect((await relay.call('/invitation', { body: { invitation } })).status).toBe(404)
    }
    expect((await signup('')).body.code).toBe('signup_closed')
    expect((await auditOf(relay, 'account.signup')).at(-1)).toMatchObject({ outcome: 'refused', actor: null })
  })

  it('shows its role, admits one person from anywhere once, and is recorded in the audit log (AUTH-29, ROUTE-02, HOUSE-04)', async () => {
    const made = await invite('moderator')
    expect([made.status, made.body]).toEqual([
      201,
      {
        token: expect.stringMatching(/^[\w-]{43}$/),
        link: `${relay.adminUrl}/auth/sign-up?invitation=${made.body.token}`,
        invitation: {
          id: expect.any(String),
          role: 'moderator',
          email: '',
          invitedBy: operator.pubkey,
          createdAt: new Date(clock).toISOString(),
          expiresAt: new Date(clock + 7 * dayMs).toISOString(),
        },
        mail: 'none',
      },
    ])
    const invitation = made.body.token
    const offered = await relay.call('/invitation', { body: { invitation }, headers: elsewhere })
    expect(offered.body).toEqual({
      role: 'moderator',
      invitedBy: operator.pubkey,
      expiresAt: made.body.invitation.expiresAt,
    })
    const guest = newOperator()
    const answer = await signup(invitation, guest, { role: 'owner' })
    expect([answer.status, answer.body.message]).toEqual([201, 'Your account is ready. Please sign in.'])
    const session = await relay.login(guest)
    expect((await relay.call('/api/account', { token: session })).body.user.role).toBe('moderator')
    expect((await signup(invitation)).status).toBe(404)
    expect((await auditOf(relay, 'account.signup')).findLast(({ outcome }) => outcome === 'done')).toMatchObject({
      actor: guest.pubkey,
      after: JSON.stringify({ role: 'moderator', invited_by: operator.pubkey }),
    })
    expect(JSON.stringify(await auditOf(relay, 'admin.invite'))).not.toContain(invitation)
  })

  it('of ten who take up one at the same moment one becomes admin', async () => {
    const invitation = await invitationFor('viewer')
    const before = (await list()).admins.length
    const answers = await Promise.all(Array.from({ length: 10 }, () => signup(invitation)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(404)])
    expect((await list()).admins).toHaveLength(before + 1)
  })

  it('refuses an existing admin without using up the invitation, and enforces the password rules', async () => {
    const invitation = await invitationFor('viewer')
    const twice = await signup(invitation, operator)
    expect([twice.status, twice.body.error]).toEqual([409, 'This key is already an admin of the relay'])
    expect((await signup(invitation, { ...newOperator(), password: 'abcdefg1' })).status).toBe(400)
    expect((await signup(invitation)).status).toBe(201)
  })

  it('expires after seven days, or when revoked (HOUSE-04)', async () => {
    const [late, revoked] = [await invite('viewer'), await invite('viewer')]
    const path = `/api/admins/invitations/${revoked.body.invitation.id}`
    expect((await relay.call(path, { token, method: 'DELETE' })).status).toBe(200)
    expect((await relay.call(path, { token, method: 'DELETE' })).status).toBe(404)
    expect((await signup(revoked.body.token)).status).toBe(404)
    const pending = (await list()).invitations.map(({ id }: { id: string }) => id)
    expect(pending).toContain(late.body.invitation.id)
    expect(pending).not.toContain(revoked.body.invitation.id)
    clock += 7 * dayMs
    expect((await signup(late.body.token)).status).toBe(404)
  })

  it('is emailed to a given address, and stored only as a hash', async () => {
    const made = await invite('operator', 'guest@mail.example')
    expect(made.body).toMatchObject({ mail: 'sent', invitation: { email: 'guest@mail.example' } })
    const mail = await post.mailTo('guest@mail.example')
    const link = `${relay.adminUrl}/auth/sign-up?invitation=${made.body.token}`
    expect([mail.text.includes(link), mail.html.includes(`href="${link}"`)]).toEqual([true, true])
    const rows = await relay.context.adminDatabase.reads.selectFrom('invitations').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(made.body.token)
    post.state.refuse = true
    expect((await invite('operator', 'full@mail.example')).body.mail).toBe('failed')
    post.state.refuse = false
  })

  it('asks for the password again, and names a role that there is', async () => {
    expect((await invite('admin')).status).toBe(400)
    clock += 11 * 60_000
    expect((await invite('viewer')).body.code).toBe('password_needed')
  })
})

describe('changing roles and taking admins away', () => {
  it('keeps one of two owners who leave at the same time', async () => {
    const id = await ownId()
    const refusal = { error: 'The relay needs at least one owner', code: 'conflict' }
    expect((await changeRole(id, 'viewer')).body).toEqual(refusal)
    expect((await remove(id)).body).toEqual(refusal)
    const second = await putAdmin(relay, 'owner')
    const answers = await Promise.all([changeRole(id, 'viewer'), changeRole(second.id, 'viewer', second.token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    await relay.context.adminDatabase.transact(async tx => {
      await tx.deleteFrom('accounts').where('id', '=', second.id).execute()
      await tx.updateTable('accounts').set({ role: 'owner' }).where('id', '=', id).execute()
    })
  })

  it('applies another role immediately to open sessions, asks for the password, and voids pending invitations', async () => {
    const second = await putAdmin(relay, 'owner', { userName: 'second' })
    const theirs = await relay.call('/api/admins/invitations', { token: second.token, body: { role: 'owner' } })
    const headers = { authorization: `Bearer ${second.token}` }
    const { body: stream } = await fetch(`${relay.adminUrl}/api/live`, { headers })
    const heard = new Promise<void>(resolve => {
      void stream
        ?.pipeThrough(new TextDecoderStream())
        .pipeTo(new WritableStream({ write: text => (text.includes('{"what":"account"}') ? resolve() : undefined) }))
        .catch(() => undefined)
    })
    let told = 0
    relay.context.accounts.onChange(() => {
      told += 1
    })
    const answer = await changeRole(second.id, 'moderator')
    expect(answer.body.admin).toMatchObject({ role: 'moderator', name: 'second', npub: second.operator.pubkey })
    await heard
    expect((await relay.call('/api/account', { token: second.token })).body.user.role).toBe('moderator')
    expect((await relay.call('/api/admins', { token: second.token })).status).toBe(403)
    expect((await signup(theirs.body.token)).status).toBe(404)
    expect(told).toBe(1)
    expect((await auditOf(relay, 'admin.change-role')).at(-1)).toMatchObject({
      actor: operator.pubkey,
      target: second.operator.pubkey,
      before: '{"role":"owner"}',
      after: '{"role":"moderator"}',
    })
    await changeRole(second.id, 'owner')
    const invite = await relay.call('/api/admins/invitations', { token: second.token, body: { role: 'owner' } })
    expect([invite.status, invite.body.code]).toEqual([403, 'password_needed'])
    await remove(second.id)
  })

  it('emails admins in their language when their role changes or they are removed, with a contact', async () => {
    const { id } = await putAdmin(relay, 'operator', { lang: 'de' })
    const address = { email: 'erna@mail.example', email_verified: 1 } as const
    await relay.context.adminDatabase.transact(tx =>
      tx.updateTable('accounts').set(address).where('id', '=', id).execute(),
    )
    await changeRole(id, 'viewer')
    const changed = await post.mailTo(address.email)
    expect(changed.text).toMatch(/Die Rolle Ihres Kontos wurde geändert .*fragen Sie einen Eigentümer des Relays/s)
    expect((await remove(id)).status).toBe(200)
    const removed = await post.mailTo(address.email)
    expect(removed.text).toMatch(/Ihr Konto wurde entfernt: .*fragen Sie einen Eigentümer des Relays/s)
    expect(removed.html).toContain('<html lang="de">')
    expect(removed.text).not.toContain('ändern Sie sofort Ihr Passwort')
  })

  it("applies one's own new role from the next call, in all sessions", async () => {
    const second = await putAdmin(relay, 'owner')
    const elsewhere = await relay.login(second.operator)
    expect((await changeRole(second.id, 'viewer', second.token)).body.admin.role).toBe('viewer')
    expect((await relay.call('/api/account', { token: second.token })).body.user.role).toBe('viewer')
    expect((await relay.call('/api/admins', { token: second.token })).status).toBe(403)
    expect((await relay.call('/api/admins', { token: elsewhere })).status).toBe(403)
    await remove(second.id)
  })

  it('refuses an invitation by a removed owner whose call had already started', async () => {
    const other = await putAdmin(relay, 'owner')
    const slow = request(`${relay.adminUrl}/api/admins/invitations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${other.token}`, 'content-type': 'application/json' },
    })
    slow.flushHeaders()
    const { admins } = await list()
    const { id } = admins.find(({ npub }: { npub: string }) => npub === other.operator.pubkey)
    expect((await changeRole(id, 'viewer')).status).toBe(200)
    slow.end(JSON.stringify({ role: 'owner' }))
    const [answer] = (await once(slow, 'response')) as [IncomingMessage]
    answer.resume()
    expect(answer.statusCode).toBe(403)
    await remove(id)
  })

  it('deletes sessions, streams and sign-in of a removed admin', async () => {
    const second = await putAdmin(relay, 'operator')
    const headers = { authorization: `Bearer ${second.token}` }
    const stream = (await fetch(`${relay.adminUrl}/api/live`, { headers })).text()
    expect((await remove(second.id)).status).toBe(200)
    await stream
    expect((await relay.call('/api/account', { token: second.token })).status).toBe(401)
    const { pubkey: npub, password } = second.operator
    expect((await relay.call('/login', { body: { npub, password } })).status).toBe(401)
    expect((await remove(second.id)).status).toBe(404)
    expect((await changeRole(second.id, 'viewer')).status).toBe(404)
    expect((await list()).admins.map(({ id }: { id: string }) => id)).not.toContain(second.id)
  })

  it('lists who there is, with name, role, second factor and last use', async () => {
    const { admins } = await list()
    expect(admins[0]).toEqual({
      id: await ownId(),
      npub: operator.pubkey,
      name: '',
      role: 'owner',
      twoFactor: false,
      createdAt: expect.any(String),
      lastUsedAt: new Date(clock).toISOString(),
    })
  })
})
