import { createHash } from 'node:crypto'
import type { Author } from '../authors.ts'
import { Dice } from '../dice.ts'
import { signEvent } from '../signed-event.ts'
import type { Chapter, World } from '../world.ts'
import { writeArticle } from '../writing.ts'
import { makeLandscape } from './pictures.ts'
import { makeSound } from './sounds.ts'

const filesPerDay = 0.62
const blossomPermission = 24242

/** Pictures, sometimes a sound or a text, uploaded with their owner's signature (BUD-01, BUD-02). */
export const files: Chapter = world => {
  const dice = new Dice('files')
  let made = 0
  return async day => {
    const here = world.authors.filter(author => author.joins < day.index)
    if (here.length === 0) return
    for (let count = dice.howMany(filesPerDay * day.busyness); count > 0; count--) {
      const owner = dice.pick(here)
      world.clock.set(day.start + dice.between(60_000, 86_340_000))
      made += 1
      await upload(world, owner, fileOf(owner, made, dice))
    }
  }
}

interface File {
  readonly mime: string
  readonly bytes: Buffer<ArrayBuffer>
}

function fileOf(owner: Author, number: number, dice: Dice): File {
  const roll = dice.next()
  if (roll < 0.84) return { mime: 'image/png', bytes: makeLandscape(`picture ${number}`) }
  if (roll < 0.94) return { mime: 'audio/wav', bytes: makeSound(dice) }
  return { mime: 'text/plain', bytes: Buffer.from(writeArticle(owner.topic, dice).text) }
}

async function upload({ context, clock, operator }: World, owner: Author, { mime, bytes }: File): Promise<void> {
  const hash = createHash('sha256').update(bytes).digest('hex')
  const created_at = Math.floor(clock.now() / 1000)
  const tags = [
    ['t', 'upload'],
    ['x', hash],
    ['expiration', String(created_at + 600)],
  ]
  const permission = signEvent({ kind: blossomPermission, content: 'Upload', tags, created_at }, owner)
  const authorization = `Nostr ${Buffer.from(JSON.stringify(permission)).toString('base64')}`
  const offer = { authorization, host: 'relay.example', hash, mime, bytes: bytes.length }
  await context.media.service.upload(offer, oneChunk(bytes), operator.address)
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
