import { finalizeEvent, type NostrEvent, type VerifiedEvent } from 'nostr-tools'
import { expect } from 'vitest'
import type { AdminTransaction } from '../../../src/database/admin-database.ts'
import { newOperator, type Operator, type Relay } from '../../harness.ts'
import { putAdmin } from '../../support/people.ts'
import { RawClient } from '../../support/raw-client.ts'
import type { callRelay } from './management-world.ts'

interface World {
  readonly relay: Relay
  readonly token: string
  readonly owner: Operator
  readonly moderator: Operator
  readonly viewer: Operator
  readonly ask: (by: Operator, ...request: [string, ...unknown[]]) => ReturnType<typeof callRelay>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape
  readonly resultOf: (by: Operator, ...request: [string, ...unknown[]]) => Promise<any>
  readonly note: (by?: Operator, kind?: number) => VerifiedEvent
  readonly answerTo: (event: VerifiedEvent) => Promise<string>
  readonly document: () => Promise<unknown>
}

type Effects = Record<string, () => Promise<void>>

export const methodEffects = (world: World): Effects => ({
  ...people(world),
  ...events(world),
  ...relayItself(world),
  ...memberRoles(world),
  ...allowedEvents(world),
  ...grants(world),
})

const people = ({ relay, token, owner, ask, resultOf, note, answerTo }: World): Effects => ({
  async banpubkey() {
    const author = newOperator()
    expect(await resultOf(owner, 'allowpubkey', author.pubkey, 'a friend')).toBe(true)
    expect(await resultOf(owner, 'listallowedpubkeys')).toContainEqual({ pubkey: author.pubkey, reason: 'a friend' })
    expect(await answerTo(note(author))).toBe('taken')
    expect(await resultOf(owner, 'banpubkey', author.pubkey, 'no more')).toBe(true)
    expect(await resultOf(owner, 'banpubkey', author.pubkey)).toBe(true)
    expect(await resultOf(owner, 'listbannedpubkeys')).toContainEqual({ pubkey: author.pubkey, reason: 'no more' })
    expect(await answerTo(note(author))).toMatch(/^blocked:/)
    expect(await resultOf(owner, 'listallowedpubkeys')).not.toContainEqual(
      expect.objectContaining({ pubkey: author.pubkey }),
    )
    expect(await resultOf(owner, 'unbanpubkey', author.pubkey, 'a mistake')).toBe(true)
    expect(await answerTo(note(author))).toBe('taken')
  },
  async allowpubkey() {
    const [friend, stranger] = [newOperator(), newOperator()]
    await relay.call('/api/access', { token, body: { access: { write: 'listed' } } })
    await resultOf(owner, 'banpubkey', friend.pubkey)
    await resultOf(owner, 'allowpubkey', friend.pubkey)
    expect(await answerTo(note(friend))).toBe('taken')
    expect(await answerTo(note(stranger))).not.toBe('taken')
    await resultOf(owner, 'unallowpubkey', friend.pubkey)
    expect(await answerTo(note(friend))).not.toBe('taken')
    await relay.call('/api/access', { token, body: { access: { write: 'everyone' } } })
  },
  async blockip() {
    await resultOf(owner, 'blockip', '192.0.2.7', 'a flood')
    expect(await resultOf(owner, 'listblockedips')).toContainEqual({ ip: '192.0.2.7', reason: 'a flood' })
    const { body } = await relay.call('/api/access/addresses', { token })
    expect(body.entries[0]).toMatchObject({ value: '192.0.2.7', reason: 'a flood', created_by: owner.pubkey })
    await resultOf(owner, 'unblockip', '192.0.2.7')
    expect(await resultOf(owner, 'listblockedips')).toEqual([])
    expect((await ask(owner, 'blockip', '0.0.0.0/0')).status).toBe(400)
  },
})

const events = ({ owner, resultOf, note, answerTo }: World): Effects => ({
  async banevent() {
    const event = note()
    expect(await answerTo(event)).toBe('taken')
    await resultOf(owner, 'banevent', event.id, 'spam')
    expect(await resultOf(owner, 'listbannedevents')).toContainEqual({ id: event.id, reason: 'spam' })
    expect(await answerTo(event)).not.toBe('taken')
    await resultOf(owner, 'unbanevent', event.id)
    expect(await answerTo(event)).toBe('taken')
  },
  async listeventsneedingmoderation() {
    const events = [note(), note()] as const
    for (const event of events) {
      expect(await answerTo(event)).toBe('taken')
      const tags = [
        ['e', event.id, 'spam'],
        ['p', event.pubkey],
      ]
      const template = { kind: 1984, content: '', tags, created_at: event.created_at }
      expect(await answerTo(finalizeEvent(template, newOperator().secretKey))).toBe('taken')
    }
    await expect
      .poll(() => resultOf(owner, 'listeventsneedingmoderation'))
      .toEqual(expect.arrayContaining(events.map(({ id }) => ({ id, reason: 'spam' }))))
    await resultOf(owner, 'allowevent', events[0].id)
    await resultOf(owner, 'banevent', events[1].id)
    expect(await resultOf(owner, 'listeventsneedingmoderation')).toEqual([])
    expect(await answerTo(events[1])).not.toBe('taken')
  },
})

const relayItself = ({
  relay,
  token,
  owner,
  moderator,
  viewer,
  ask,
  resultOf,
  note,
  answerTo,
  document,
}: World): Effects => ({
  async changerelayname() {
    await resultOf(owner, 'changerelayname', 'By NIP-86')
    await resultOf(owner, 'changerelaydescription', 'Ruled from afar')
    await resultOf(owner, 'changerelayicon', 'https://relay.example/icon.png')
    const changed = { name: 'By NIP-86', description: 'Ruled from afar', icon: 'https://relay.example/icon.png' }
    expect(await document()).toMatchObject(changed)
    expect((await ask(owner, 'changerelayname', '')).status).toBe(400)
  },
  async allowkind() {
    const save = (relay_settings: object) => relay.call('/api/relay-settings', { token, body: { relay_settings } })
    await save({ mode: 'blacklist', KindBlacklist: [] })
    await resultOf(owner, 'disallowkind', 1)
    expect(await resultOf(owner, 'listdisallowedkinds')).toEqual([1])
    expect(await resultOf(owner, 'listallowedkinds')).toEqual([])
    expect(await answerTo(note())).toMatch(/^blocked: kind 1 /)
    await resultOf(owner, 'allowkind', 1)
    expect(await answerTo(note())).toBe('taken')
    await save({ mode: 'whitelist', KindWhitelist: [] })
    expect((await ask(owner, 'disallowkind', 1)).status).toBe(409)
    await save({ KindWhitelist: ['kind7'] })
    await resultOf(owner, 'allowkind', 1)
    expect(await resultOf(owner, 'listallowedkinds')).toEqual([7, 1])
    expect(await answerTo(note())).toBe('taken')
    await resultOf(owner, 'disallowkind', 1)
    expect(await answerTo(note())).toMatch(/^blocked: kind 1 /)
    expect((await ask(owner, 'disallowkind', 7)).status).toBe(409)
    await save({ mode: 'blacklist' })
  },
  async listmethodassignees() {
    const assignees = (await resultOf(owner, 'listmethodassignees')) as { pubkey: string; methods: string[] }[]
    const methodsOf = (by: Operator) => assignees.find(({ pubkey }) => pubkey === by.pubkey)?.methods
    for (const by of [owner, moderator, viewer]) expect(methodsOf(by)).toEqual(await resultOf(by, 'supportedmethods'))
    expect((await ask(moderator, 'listmethodassignees')).status).toBe(403)
    expect(assignees.length).toBeGreaterThanOrEqual(3)
  },
})

async function storedOf(relay: Relay, kinds: number[]): Promise<NostrEvent[]> {
  const client = await RawClient.connect(relay.publicUrl)
  await client.stored({ kinds })
  client.close()
  return client.heard.flatMap(([type, , event]) => (type === 'EVENT' ? [event as NostrEvent] : []))
}

const memberRoles = ({ relay, owner, moderator, ask, resultOf }: World): Effects => ({
  async createrole() {
    const tagsOf = async () => (await storedOf(relay, [33_534])).map(({ tags }) => tags)
    const [member, other] = [newOperator().pubkey, newOperator().pubkey]
    expect(await resultOf(owner, 'createrole', 'king', 'King', 'Rules here', 37, 2)).toBe(true)
    // As Flotilla sends them: a colour in three parts, and an order as text.
    await resultOf(owner, 'createrole', 'bard', 'Bard', '', [120, 0.5, 0.5], '1')
    const bard = [['-'], ['d', 'bard'], ['label', 'Bard'], ['color', '120'], ['order', '1']]
    const king = [
      ['-'],
      ['d', 'king'],
      ['label', 'King'],
      ['description', 'Rules here'],
      ['color', '37'],
      ['order', '2'],
    ]
    await expect.poll(tagsOf).toEqual(expect.arrayContaining([bard, king]))
    for (const [key, id] of [
      [member, 'king'],
      [member, 'bard'],
      [other, 'bard'],
    ] as const)
      expect(await resultOf(moderator, 'assignrole', key, id)).toBe(true)
    const membersNamed = async () => (await storedOf(relay, [13_534]))[0]?.tags.filter(([name]) => name === 'member')
    await expect
      .poll(async () => new Set(await membersNamed()))
      .toEqual(
        new Set([
          ['member', member, 'bard', 'king'],
          ['member', other, 'bard'],
        ]),
      )
    await resultOf(moderator, 'unassignrole', member, 'bard')
    await expect.poll(membersNamed).toContainEqual(['member', member, 'king'])
    await resultOf(owner, 'editrole', 'king', 'Queen', 'Rules here', null, 2)
    await expect.poll(async () => (await tagsOf()).flat()).toContainEqual(['label', 'Queen'])
    expect((await tagsOf()).flat()).not.toContainEqual(['color', '37'])
    const refused: [string, ...unknown[]][] = [
      ['createrole', 'king', 'Twice'],
      ['editrole', 'jester', 'Nobody'],
      ['assignrole', member, 'jester'],
      ['createrole', 'red', 'Red', '', 361],
    ]
    const statuses = []
    for (const request of refused) statuses.push((await ask(owner, ...request)).status)
    expect(statuses).toEqual([409, 404, 404, 400])
    expect((await ask(moderator, 'deleterole', 'king')).status).toBe(403)
    for (const id of ['king', 'bard']) await resultOf(owner, 'deleterole', id)
    await expect.poll(() => storedOf(relay, [33_534, 13_534])).toEqual([])
  },
})

const allowedEvents = ({ relay, token, owner, moderator, resultOf, note, answerTo }: World): Effects => ({
  async unallowevent() {
    await relay.call('/api/access', { token, body: { access: { write: 'listed' } } })
    const [event, other] = [note(), note()]
    expect(await answerTo(event)).toMatch(/^restricted:/)
    expect(await resultOf(moderator, 'allowevent', event.id, 'an announcement')).toBe(true)
    expect(await resultOf(owner, 'listallowedevents')).toContainEqual({ id: event.id, reason: 'an announcement' })
    expect(await answerTo(other)).toMatch(/^restricted:/)
    expect(await answerTo(event)).toBe('taken')
    await resultOf(owner, 'allowevent', other.id)
    await resultOf(moderator, 'unallowevent', other.id)
    expect(await answerTo(other)).toMatch(/^restricted:/)
    // Banning takes an event off the list, and allowing lifts the ban.
    await resultOf(owner, 'banevent', event.id)
    expect(await answerTo(event)).toMatch(/^restricted:/)
    await resultOf(owner, 'allowevent', event.id)
    expect(await resultOf(owner, 'listbannedevents')).not.toContainEqual(expect.objectContaining({ id: event.id }))
    expect(await answerTo(event)).toBe('taken')
    const blocked = newOperator()
    const ofBlocked = note(blocked)
    await resultOf(owner, 'allowevent', ofBlocked.id)
    await resultOf(owner, 'banpubkey', blocked.pubkey)
    expect(await answerTo(ofBlocked)).toMatch(/^blocked:/)
    await relay.call('/api/access', { token, body: { access: { write: 'everyone' } } })
  },
})

const grants = ({ relay, owner, moderator, viewer, ask, resultOf }: World): Effects => ({
  async assignmethod() {
    const helper = newOperator()
    const spammer = newOperator().pubkey
    expect((await ask(moderator, 'assignmethod', helper.pubkey, 'banpubkey')).status).toBe(403)
    expect((await ask(helper, 'banpubkey', spammer)).status).toBe(403)
    expect(await resultOf(owner, 'assignmethod', helper.pubkey, 'banpubkey')).toEqual([true, ''])
    expect(await resultOf(owner, 'assignmethod', viewer.pubkey, 'changerelayname')).toEqual([true, ''])
    expect(await resultOf(helper, 'supportedmethods')).toEqual(['banpubkey'])
    expect(await resultOf(viewer, 'supportedmethods')).toContain('changerelayname')
    expect(await resultOf(helper, 'banpubkey', spammer, 'spam')).toBe(true)
    expect((await ask(helper, 'banpubkey', owner.pubkey)).status).toBe(409)
    expect((await ask(helper, 'unbanpubkey', spammer)).status).toBe(403)
    expect(await resultOf(owner, 'listmethodassignees')).toContainEqual({
      pubkey: helper.pubkey,
      methods: ['banpubkey'],
    })
    const message = expect.stringMatching(/./)
    for (const name of ['assignmethod', 'unassignmethod', 'listmethodassignees', 'makecoffee'])
      expect(await resultOf(owner, 'assignmethod', helper.pubkey, name)).toEqual([false, message])
    expect(await resultOf(owner, 'unassignmethod', helper.pubkey, 'banpubkey')).toEqual([true, ''])
    expect(await resultOf(owner, 'unassignmethod', helper.pubkey, 'banpubkey')).toEqual([false, message])
    expect((await ask(helper, 'banpubkey', spammer)).status).toBe(403)
    await resultOf(owner, 'unassignmethod', viewer.pubkey, 'changerelayname')
    const second = await putAdmin(relay, 'owner')
    expect(await resultOf(second.operator, 'assignmethod', helper.pubkey, 'listblockedips')).toEqual([true, ''])
    expect(await resultOf(helper, 'listblockedips')).toEqual([])
    const demote = (tx: AdminTransaction) =>
      tx.updateTable('accounts').set({ role: 'operator' }).where('id', '=', second.id).execute()
    await relay.context.adminDatabase.transact(demote)
    expect((await ask(helper, 'listblockedips')).status).toBe(403)
  },
})
