import { expect, it } from 'vitest'
import { startRelay } from '../../../harness.ts'
import { answeredOtherwise } from './answered-otherwise.ts'
import { servers } from './recordings.ts'
import { type Replayed, replay } from './replay.ts'

it.each(servers)(
  'answers every recorded call of the %s server as that did, or the list says why not (FAMILY-17, FAMILY-22)',
  async server => {
    const relay = await startRelay()
    const replayed = await replay(server, relay).finally(() => relay.close())
    const known = answeredOtherwise
      .filter(row => row.server === server || row.server === 'both')
      .map(({ call }) => call)
    const different = replayed.filter(({ lacks }) => lacks.length > 0)
    print(server, replayed)
    expect(different.filter(({ name }) => !known.includes(name))).toEqual([])
    expect(known.filter(call => !different.some(({ name }) => name === call))).toEqual([])
  },
)

function print(server: string, replayed: readonly Replayed[]): void {
  const lines = replayed.map(
    ({ name, lacks }) => `${lacks.length === 0 ? 'same ' : 'other'} ${name} ${lacks.join('; ')}`,
  )
  const same = replayed.filter(({ lacks }) => lacks.length === 0).length
  process.stdout.write(`${server}: ${same} of ${replayed.length} the same\n${lines.join('\n')}\n`)
}
