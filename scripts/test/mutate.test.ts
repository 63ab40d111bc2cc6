import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { withMutants } from '../mutate/mutants.ts'
import { Session } from '../mutate/session.ts'
import { cacheFolder } from '../setup/workspace.mjs'

const source = `export const isLarge = n => n > 10
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

it('an error that a test notices dies, also one that loops for ever; the others survive', async () => {
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
  const survived: string[] = []
  for (const { id, becomes } of mutants) {
    if (!seen.reached.includes(id)) survived.push(`${becomes}: not reached`)
    else if (await session.survives(id, [test])) survived.push(becomes)
  }
  expect(mutants.map(({ becomes }) => becomes)).toContain('at -= 1')
  expect(survived).toEqual(['(n )>=( 10)', ...['(n )>=( 1)', '(n )<=( 1)', '1 + 1'].map(one => `${one}: not reached`)])
})
