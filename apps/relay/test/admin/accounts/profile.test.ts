import { finalizeEvent } from 'nostr-tools'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Operator, type Relay, startRelay } from '../../harness.ts'
import { auditOf, putAdmin } from '../../support/people.ts'

let relay: Relay
let operator: Operator
let token: string
beforeAll(async () => {
  relay = await startRelay()
  ;({ operator, token } = await relay.signedIn())
})
afterAll(() => relay.close())

const save = (body: unknown, by = token) => relay.call('/api/account/profile', { token: by, body })
const read = async (by = token) => (await relay.call('/api/account', { token: by })).body.user

describe('the profile', () => {
  it.each([
    ['PROFILE-03: a phone number that is none', { phone: 'call me' }, { phone: 'Wrong number' }],
    ['PROFILE-03: a phone number that is too short', { phone: '1234' }, { phone: 'Wrong number' }],
    ['PROFILE-03: a phone number without digits', { phone: '(---) ...' }, { phone: 'Wrong number' }],
    ['PROFILE-04: a website that is none', { website: 'hornets' }, { website: 'Please input a valid URL!' }],
    ['a website that would run', { website: 'javascript:alert(1)' }, { website: 'Please input a valid URL!' }],
    ['a picture that is no web address', { imgUrl: 'data:text/html,x' }, { imgUrl: 'Please input a valid URL!' }],
    ['PROFILE-05: a malformed email', { email: 'a@b' }, { email: 'Please input a valid email address!' }],
    ['two emails', { email: 'a@b.example, c@d.example' }, { email: 'Please input a valid email address!' }],
  ])('%s is refused at its field, and nothing is saved', async (_name, body, fields) => {
    const before = await read()
    const answer = await save({ firstName: 'Nobody', ...body })
    expect([answer.status, answer.body.fields]).toEqual([400, fields])
    expect(await read()).toEqual(before)
  })

  it.each([
    ['a birthday that no calendar has', { birthday: '2001-02-30' }],
    ['a text that is far too long', { city: 'x'.repeat(201) }],
    ['a text that is none', { userName: { toString: 'x' } }],
    ['socials with one missing', { socials: { twitter: 'a' } }],
  ])('%s is refused', async (_name, body) => expect((await save(body)).status).toBe(400))

  it('PROFILE-01: changes only given fields, and records their names without values in the audit log', async () => {
    const { operator: ada, token: by } = await putAdmin(relay, 'owner')
    expect(await read(by)).toEqual({
      id: expect.any(String),
      npub: ada.pubkey,
      role: 'owner',
      firstName: '',
      lastName: '',
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
    })
    const names = { firstName: ' Ada ', lastName: 'Lovelace' }
    const first = await save({ ...names, phone: '+44 20 7946 0000', birthday: '1990-12-10' }, by)
    expect(first.body.user).toMatchObject({ firstName: 'Ada', phone: { number: '+44 20 7946 0000', verified: false } })
    const socials = { twitter: '@ada', facebook: '', linkedin: '' }
    await save({ city: 'London', email: 'Ada@mail.example', socials }, by)
    expect(await read(by)).toMatchObject({
      firstName: 'Ada',
      lastName: 'Lovelace',
      birthday: '1990-12-10',
      city: 'London',
      socials,
      email: { name: 'Ada@mail.example', verified: false },
    })
    const rowsOfAda = async () => (await auditOf(relay, 'account.profile')).filter(({ actor }) => actor === ada.pubkey)
    const rows = await rowsOfAda()
    expect(JSON.parse(rows[0]?.after ?? '')).toEqual({ fields: ['firstName', 'lastName', 'phone', 'birthday'] })
    expect(JSON.stringify(rows)).not.toMatch(/London|7946/)
    await save({ city: 'London' }, by)
    expect(await rowsOfAda()).toHaveLength(2)
    const others = { imgUrl: 'https://ada.example/a.png', userName: 'ada', sex: 'female', lang: 'de', country: 'GB' }
    const place = { address1: '12 St James Square', zipcode: 'SW1Y 4JH', website: 'https://ada.example' }
    const all = { ...others, ...place, socials: { twitter: '@a', facebook: 'ada.f', linkedin: 'ada-l' } }
    await save(all, by)
    expect(await read(by)).toMatchObject({ ...names, ...all, firstName: 'Ada', birthday: '1990-12-10', city: 'London' })
    expect((await save({ email: '', phone: '' }, by)).body.user.email).toEqual({ name: '', verified: false })
  })

  it('ignores role, id, verified address and other fields outside the form', async () => {
    const before = await read()
    const more = { role: 'owner', id: 'x', npub: 'a'.repeat(64), email_verified: 1, totp_secret: null, password: 'x' }
    await save({ ...more, userName: 'ada', emailVerified: true, phoneVerified: true })
    expect(await read()).toEqual({ ...before, userName: 'ada' })
    await expect(relay.login(operator)).resolves.toMatch(/^[\w-]{43}$/)
  })
})

describe('R-23: filling it from the Nostr profile', () => {
  const nostrProfile = async (by = token) => (await relay.call('/api/account/nostr-profile', { token: by })).body
  let time = Math.floor(Date.now() / 1000) - 1000
  async function publish(content: string, tags: string[][] = [], author = operator) {
    time += 1
    const event = finalizeEvent({ kind: 0, content, tags, created_at: time }, author.secretKey)
    await relay.context.events.save({ event, json: JSON.stringify(event) })
  }

  it('distinguishes a missing from an unreadable one', async () => {
    const { operator: ada, token: by } = await putAdmin(relay, 'owner')
    expect(await nostrProfile(by)).toEqual({ found: false, fields: {} })
    for (const content of ['no json', '[]', '7', '']) {
      await publish(content, [], ada)
      expect(await nostrProfile(by)).toEqual({ found: false, fields: {} })
    }
  })

  it('gives of the latest one what the form would take, and nothing else', async () => {
    const facts = { name: 'ada', display_name: 'Ada King Lovelace', picture: 'https://p.example/a.png', about: 'hi' }
    const birthday = { year: 1990, month: 2, day: 1 }
    await publish(JSON.stringify({ ...facts, website: 'https://ada.example', birthday }), [
      ['i', 'twitter:ada', 'proof'],
    ])
    expect(await nostrProfile()).toEqual({
      found: true,
      fields: {
        userName: 'ada',
        firstName: 'Ada',
        lastName: 'King Lovelace',
        imgUrl: 'https://p.example/a.png',
        website: 'https://ada.example',
        birthday: '1990-02-01',
        socials: { twitter: 'ada', facebook: '', linkedin: '' },
      },
    })
    await publish(
      JSON.stringify({ name: 7, display_name: 'Ada', picture: 'javascript:alert(1)', website: 'x'.repeat(600) }),
    )
    expect(await nostrProfile()).toEqual({ found: true, fields: { firstName: 'Ada' } })
  })
})
