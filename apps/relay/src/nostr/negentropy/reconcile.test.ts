import fc from 'fast-check'
import { nip77 } from 'nostr-tools'
import { describe, expect, it } from 'vitest'
import { EventSet, recordBytes } from './event-set.ts'
import { answer, type Differences, firstMessage, proceed } from './reconcile.ts'
import { MalformedMessage, protocolVersion } from './wire.ts'

interface Item {
  readonly time: number
  readonly id: string
}

const bytesMax = 60_000

function finish<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

function setOf(items: readonly Item[]): EventSet {
  const sorted = items.toSorted((one, other) => other.time - one.time || (one.id < other.id ? -1 : 1))
  const bytes = Buffer.alloc(sorted.length * recordBytes)
  for (const [at, { time, id }] of sorted.entries()) {
    bytes.writeUIntBE(time, at * recordBytes, 6)
    bytes.write(id, at * recordBytes + 6, 'hex')
  }
  return finish(EventSet.of([bytes.subarray(0, recordBytes * 3), bytes.subarray(recordBytes * 3)]))
}

function publicVector(items: readonly Item[]): nip77.NegentropyStorageVector {
  const vector = new nip77.NegentropyStorageVector()
  for (const { time, id } of items) vector.insert(time, id)
  vector.seal()
  return vector
}

let seed = 1
const random = () => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed
}
const someId = () => Array.from({ length: 8 }, () => random().toString(16).padStart(8, '0')).join('')
const some = (count: number, seconds = count / 4): Item[] =>
  Array.from({ length: count }, () => ({ time: 1_700_000_000 + (random() % Math.ceil(seconds)), id: someId() }))

function compare(mine: readonly Item[], theirs: readonly Item[], most = bytesMax) {
  const [set, other] = [setOf(mine), setOf(theirs)]
  const [foundHere, foundThere] = [new Set<string>(), new Set<string>()]
  let rounds = 0
  for (let message: Buffer | null = firstMessage(set); message; rounds += 1) {
    const reply: Buffer = finish(answer(other, message, most))
    expect(reply.length).toBeLessThanOrEqual(most)
    const { have, need, next }: Step = finish(proceed(set, reply, most))
    for (const id of have) foundHere.add(id)
    for (const id of need) foundThere.add(id)
    message = next
  }
  return { have: [...foundHere], need: [...foundThere], rounds }
}

type Step = Differences & { readonly next: Buffer | null }

const idsOf = (items: readonly Item[]) => items.map(({ id }) => id).toSorted()

describe('the comparison of two sets (NIP-77)', () => {
  it('finds the missing events of each side, with answers split at any size', () => {
    fc.assert(
      fc.property(fc.nat(400), fc.nat(60), fc.nat(60), fc.boolean(), (shared, mine, theirs, isSmall) => {
        const [both, own, others] = [some(shared), some(mine), some(theirs)]
        const { have, need } = compare([...both, ...own], [...others, ...both], isSmall ? 4096 : bytesMax)
        expect(have.toSorted()).toEqual(idsOf(own))
        expect(need.toSorted()).toEqual(idsOf(others))
      }),
      { numRuns: 40 },
    )
  })

  it('understands a public client, and is understood by it', () => {
    const [both, own, others] = [some(3000), some(200), some(100)]
    const [mine, theirs] = [
      [...both, ...own],
      [...both, ...others],
    ]
    const asked = setOf(mine)
    const client = new nip77.Negentropy(publicVector(theirs))
    const [have, need] = [[] as string[], [] as string[]]
    for (let message: string | null = client.initiate(); message; ) {
      const reply = finish(answer(asked, Buffer.from(message, 'hex'), bytesMax)).toString('hex')
      message = client.reconcile(
        reply,
        id => have.push(id),
        id => need.push(id),
      )
    }
    expect([have.toSorted(), need.toSorted()]).toEqual([idsOf(others), idsOf(own)])
    expect(asked.fingerprint(10, 3100).toString('hex')).toBe(
      Buffer.from(publicVector(mine).fingerprint(10, 3100)).toString('hex'),
    )
  })

  it('never exceeds its limit in ranges of many ids and of many parts', () => {
    for (let count = 300; count < 420; count += 1) {
      const both = some(count, 1)
      const { have, need } = compare([...both, ...some(45, 1)], [...both, ...some(54, 1)], 4096)
      expect([have.length, need.length]).toEqual([45, 54])
    }
  })

  it('needs few messages for few differences', () => {
    const both = some(20_000)
    const { have, need, rounds } = compare([...both, ...some(3)], both)
    expect([have.length, need.length]).toEqual([3, 0])
    expect(rounds).toBeLessThanOrEqual(5)
  })

  it('answers another version with its own, and refuses malformed messages', () => {
    const set = setOf(some(100))
    const reply = (...bytes: number[]) => finish(answer(set, Buffer.from(bytes), bytesMax))
    expect([...reply(0x62, 1, 2, 3)]).toEqual([protocolVersion])
    expect([...reply(protocolVersion)]).toEqual([protocolVersion])
    const malformed = [
      [],
      [0x20],
      [protocolVersion, 0],
      [protocolVersion, 0, 0],
      [protocolVersion, 0, 0, 1, 2, 3],
      [protocolVersion, 0, 0, 2, 255, 255, 255, 127],
      [protocolVersion, 0, 0, 3],
      [protocolVersion, 0, 33],
      [protocolVersion, ...Array.from({ length: 12 }, () => 255), 1],
      [protocolVersion, 9, 1, 5, 0, 1, 1, 4, 0],
    ]
    for (const bytes of malformed) expect(() => reply(...bytes), bytes.join()).toThrow(MalformedMessage)
  })

  it('takes short steps with 100,000 events', () => {
    const items = some(100_000, 20_000)
    const bytes = Buffer.alloc(items.length * recordBytes)
    const sorted = items.toSorted((one, other) => other.time - one.time || (one.id < other.id ? -1 : 1))
    for (const [at, { time, id }] of sorted.entries()) {
      bytes.writeUIntBE(time, at * recordBytes, 6)
      bytes.write(id, at * recordBytes + 6, 'hex')
    }
    const steps: number[] = []
    function timed<Result>(work: Generator<void, Result>): Result {
      for (;;) {
        const before = process.threadCpuUsage()
        const step = work.next()
        const { user, system } = process.threadCpuUsage(before)
        steps.push((user + system) / 1000)
        if (step.done) return step.value
      }
    }
    const [set, other] = [timed(EventSet.of([bytes])), timed(EventSet.of([bytes.subarray(recordBytes * 5000)]))]
    let message: Buffer | null = firstMessage(other)
    while (message) message = timed(proceed(other, timed(answer(set, message, bytesMax)), bytesMax)).next
    expect(steps.length).toBeGreaterThan(100)
    // A slow machine is slow in all of them.
    const all = steps.reduce((sum, ms) => sum + ms, 0)
    expect(steps.toSorted((one, next) => next - one)[2]).toBeLessThan(Math.max(10, all / 20))
  })
})
