import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { withMutants } from '../mutate/mutants.ts'
import { Session } from '../mutate/session.ts'
import { cacheFolder } from '../setup/workspace.mjs'

const source = `const limit = 10
export const isLarge = n => n > limit
export function countTo(n) {
  let at = 0
  while (at < n) at += 1
  return at
}
export const nobodyCalls = n => n > 1`

const tests = `import { expect, it } from 'vitest'
import { countTo, isLarge } from './source.js'
it('is large', () => expect([isLarge(11), isLarge(9)]).toEqual([true, false]))
it('counts', () => expect([countTo(0), countTo(3)]).toEqual([0, 3]))`

it.runIf(process.env.THOROUGH)(
  'an error that a test notices dies, also one that loops for ever; the others survive',
  async () => {
    await mkdir(cacheFolder, { recursive: true })
    const root = await mkdtemp(join(cacheFolder, 'mutate-'))
    onTestFinished(() => rm(root, { recursive: true }))
    const [path, test] = [join(root, 'source.js'), join(root, 'source.test.js')]
    await Promise.all([writeFile(path, source), writeFile(test, tests)])
    const { code, mutants } = withMutants('source.js', source, 1)
    const session = await Session.open({ root, include: ['*.test.js'], sources: new Map([[path, code]]) })
    onTestFinished(() => session.close())

    const seen = (await session.look([test])).get(test)
    if (!seen || seen instanceof Error) throw new Error('the test fails without a mutant', { cause: seen })
    const isTried = new Set([...seen.tests.values()].flatMap(({ reached }) => [...reached]))
    const noticed = await session.noticed(test, isTried, seen)
    const survived: string[] = []
    for (const { id, becomes } of mutants) {
      if (noticed.has(id)) continue
      // A constant is only asked once, at the start: that takes a run of its own.
      if (seen.outside.has(id) && !(await session.survives(id, [test]))) continue
      survived.push(isTried.has(id) || seen.outside.has(id) ? becomes : `${becomes}: not reached`)
    }
    expect(noticed.size).toBeGreaterThan(3)
    expect(mutants.filter(({ id }) => seen.outside.has(id)).map(({ becomes }) => becomes)).toEqual(['10 + 1'])
    expect(mutants.map(({ becomes }) => becomes)).toContain('at -= 1')
    expect(survived).toEqual([
      '(n )>=( limit)',
      ...['(n )>=( 1)', '(n )<=( 1)', '1 + 1'].map(one => `${one}: not reached`),
    ])
  },
)
