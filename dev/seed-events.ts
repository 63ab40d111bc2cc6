import { finalizeEvent, getPublicKey, type NostrEvent } from 'nostr-tools'

const names = ['Ada', 'Bo', 'Cleo', 'Dara', 'Emil', 'Fay', 'Gus', 'Hana', 'Ivo', 'Juno', 'Kit', 'Lou']
const topics = ['bees', 'bread', 'bicycles', 'bitcoin', 'birds', 'books', 'gardens', 'mountains', 'radio', 'tea']
const openings = ['Thinking about', 'Somebody told me about', 'A whole morning of', 'Nothing beats', 'Who else likes']
const notesEach = 18
const daySeconds = 86_400

const pick = <Item>(items: readonly Item[], index: number): Item => items[index % items.length] as Item

/** A small, lively place: profiles, follow lists, notes, reactions, reposts and articles over the last thirty days. */
export function makeEvents(secretKeys: readonly Uint8Array[], nowSeconds: number): NostrEvent[] {
  const pubkeys = secretKeys.map(getPublicKey)
  const notes = secretKeys.flatMap((secretKey, author) =>
    Array.from({ length: notesEach }, (_, index) => makeNote(secretKey, author * 7 + index * 13, nowSeconds)),
  )
  return [
    ...secretKeys.map((secretKey, index) => makeProfile(secretKey, index, nowSeconds)),
    ...secretKeys.map((secretKey, index) => makeFollows(secretKey, pubkeys, index, nowSeconds)),
    ...notes,
    ...notes.filter((_, index) => index % 2 === 0).map((note, index) => react(pick(secretKeys, index * 5), note)),
    ...notes.filter((_, index) => index % 9 === 0).map((note, index) => repost(pick(secretKeys, index * 3), note)),
    ...secretKeys.slice(0, 8).map((secretKey, index) => makeArticle(secretKey, index, nowSeconds)),
  ]
}

function makeProfile(secretKey: Uint8Array, index: number, nowSeconds: number): NostrEvent {
  const name = `${pick(names, index)} ${Math.floor(index / names.length) + 1}`
  const profile = {
    name,
    about: `Writes about ${pick(topics, index)}.`,
    ...(index % 2 === 0 && { lud16: `${name.toLowerCase().replace(' ', '')}@wallet.example` }),
    ...(index % 3 === 0 && { 'dht-key': getPublicKey(secretKey) }),
  }
  return finalizeEvent({ kind: 0, content: JSON.stringify(profile), tags: [], created_at: nowSeconds - 60 }, secretKey)
}

function makeFollows(secretKey: Uint8Array, pubkeys: readonly string[], index: number, nowSeconds: number): NostrEvent {
  const tags = pubkeys.filter((_, other) => (other + index) % 4 === 0).map(pubkey => ['p', pubkey])
  return finalizeEvent({ kind: 3, content: '', tags, created_at: nowSeconds - 60 }, secretKey)
}

function makeNote(secretKey: Uint8Array, seed: number, nowSeconds: number): NostrEvent {
  const topic = pick(topics, seed)
  const created_at = nowSeconds - ((seed * 7919) % (30 * daySeconds))
  const content = `${pick(openings, seed)} ${topic}. Number ${seed}. #${topic}`
  return finalizeEvent({ kind: 1, content, tags: [['t', topic]], created_at }, secretKey)
}

const tagsOf = (note: NostrEvent) => [
  ['e', note.id],
  ['p', note.pubkey],
]

const react = (secretKey: Uint8Array, note: NostrEvent) =>
  finalizeEvent({ kind: 7, content: '+', tags: tagsOf(note), created_at: note.created_at + 60 }, secretKey)

const repost = (secretKey: Uint8Array, note: NostrEvent) =>
  finalizeEvent(
    { kind: 6, content: JSON.stringify(note), tags: tagsOf(note), created_at: note.created_at + 120 },
    secretKey,
  )

function makeArticle(secretKey: Uint8Array, index: number, nowSeconds: number): NostrEvent {
  const topic = pick(topics, index)
  const tags = [
    ['d', `on-${topic}`],
    ['title', `On ${topic}`],
    ['t', topic],
  ]
  const content = `# On ${topic}\n\n${`There is more to ${topic} than most would think. `.repeat(20)}`
  return finalizeEvent({ kind: 30023, content, tags, created_at: nowSeconds - index * daySeconds }, secretKey)
}
