/** `node dev/fill-files.ts <DATA_DIR> [count]`, for a relay that is not running. */
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { forgoDurability } from '@hornets/server/database/sqlite'
import { RelayDatabase } from '../apps/relay/src/database/relay-database.ts'
import { Dice } from '../apps/relay/src/demo/history/dice.ts'
import { makePng } from '../apps/relay/src/demo/history/uploads/png.ts'
import { SqliteFileIndex } from '../apps/relay/src/media/library/files/file-index-store.ts'
import { CounterStore } from '../apps/relay/src/statistics/counter-store.ts'
import { CountingTally } from '../apps/relay/src/statistics/counting-tally.ts'

const [dataDir, given = '100000'] = process.argv.slice(2)
const count = Number(given)
if (!dataDir || !Number.isSafeInteger(count)) throw new Error('usage: node dev/fill-files.ts <DATA_DIR> [count]')

const owners = 1000
const yearSeconds = 365 * 86_400
const size = { width: 48, height: 32 }

function pictureOf(number: number): Buffer {
  const dice = new Dice(`fill ${number}`)
  const [one, other] = [0, 1].map(() => [0, 1, 2].map(() => dice.between(0, 255)))
  const points = new Uint8Array(size.width * size.height * 3)
  for (let at = 0; at < points.length; at++) {
    const share = Math.floor(at / 3 / size.width) / size.height
    points[at] = (one?.[at % 3] ?? 0) * (1 - share) + (other?.[at % 3] ?? 0) * share
  }
  points.set([number & 255, (number >> 8) & 255, (number >> 16) & 255])
  return makePng(size.width, size.height, points)
}

forgoDurability()
const database = await RelayDatabase.open(join(dataDir, 'relay.db'))
const tally = new CountingTally(new CounterStore(database.reads), error => console.error(error))
database.addHook(tally)
const index = new SqliteFileIndex(database, tally)
const keys = Array.from({ length: owners }, (_, n) => createHash('sha256').update(`owner ${n}`).digest('hex'))
const begin = Math.floor(Date.now() / 1000) - yearSeconds
for (let number = 0; number < count; number++) {
  const bytes = pictureOf(number)
  const hash = createHash('sha256').update(bytes).digest('hex')
  const path = join(dataDir, 'media', hash.slice(0, 2), hash.slice(2, 4), hash)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, bytes)
  const uploadedAt = begin + Math.floor((number / count) * yearSeconds)
  const name = `picture ${number}.png`
  const file = { hash, mime: 'image/png', bytes: bytes.length, uploadedAt, name, store: 'disk' } as const
  await index.add(file, keys[Math.floor(owners * Math.random() ** 3)] ?? '')
  if ((number + 1) % 10_000 === 0) process.stdout.write(`  ${number + 1} files\n`)
}
await database.close()
