import { expect, test } from 'vitest'
import { withMutants } from './mutants.ts'

function run(code: string, on?: number): unknown {
  const turns: number[] = []
  const mutant = Object.assign((id: number) => id === on, { turn: () => turns.push(1) })
  return new Function('mutant', 'turns', code)(mutant, turns)
}

function results(text: string): unknown[] {
  const { code, mutants } = withMutants('a.ts', `function body() {${text}}`, 1)
  return [undefined, ...mutants.map(({ id }) => id)].map(on => run(`${code}\nreturn body()`, on))
}

test('a source behaves as before while no error is turned on, and differently with each', () => {
  expect(results('const a = 2; return a > 2')).toEqual([false, true, true, true, false])
  expect(results('return true && !false')).toEqual([true, true, false, false, false])
})

test('nested operators are turned one by one', () => {
  const [a, b] = [6, 3]
  expect(results('const [a, b] = [6, 3]; return a + b * b').slice(3)).toEqual([a - b * b, a + 1])
})

test('a chain of alternatives is cut at each link', () => {
  expect(results('return null ?? undefined ?? "c"')).toEqual(['c', undefined, 'c', 'c'].slice(0, 3))
})

test('conditions are always met, or never', () => {
  expect(results("let a = ''; if (a) return 'in'; return 'out'")).toEqual(['out', 'in', 'out'])
})

test('a statement is left out, also where one follows without a semicolon', () => {
  expect(results('const list = []\nlist.push("a")\nlist.push("b")\nreturn list.join()')).toEqual(['a,b', 'b', 'a'])
  expect(results('const list = []\nif (list) list.push("a")\nelse list.push("b")\nreturn list.join()')).toContain('')
})

test('calls become their counterpart or are left out', () => {
  expect(results('return Math.min(...[1, 2].toSorted())')).toContain(2)
  expect(results('return ["b", "a"].toSorted().join()')).toEqual(['a,b', 'b,a'])
  expect(results('return (1).toString()')).toEqual(['1', '2'])
  expect(results('return [..."ab"].some(one => one === "a")')).toEqual([true, false, true])
})

test('leaves an optional chain intact, but not its arguments', () => {
  expect(withMutants('a.ts', 'a?.b.filter(x).some(y => y > 1)', 1).mutants.map(({ was }) => was)).toEqual([
    'a?.b.filter(x).some(y => y > 1)',
    'y > 1',
    'y > 1',
    '1',
  ])
})

test('types, imports, keys and directives stay as they are', () => {
  const text = `'use strict'
import { a } from '1'
type T = 1 | 2
interface I { readonly x: true }
const o = { 1: 'one' } as const
function f(this: 1, x: 5): 7 { return x as 7 }`
  expect(withMutants('a.ts', text, 1)).toEqual({ code: text, mutants: [] })
})

test('a number that only says an order stays', () => {
  expect(
    withMutants('a.ts', 'const f = (a, b) => (a < b ? -1 : a > b ? 1 : 2)', 1).mutants.map(({ was }) => was),
  ).not.toContain('1')
})

test('reports each iteration of a loop', () => {
  expect(withMutants('a.ts', 'for (const x of y) z', 1).code).toContain('{mutant.turn();')
  expect(run(`${withMutants('a.ts', 'let i = 0; while (i < 3) i += 1', 1).code}\nreturn turns.length`)).toBe(3)
})

test('numbers continue over files, and each has its line', () => {
  expect(withMutants('a.ts', '\n\na === b', 40).mutants).toMatchObject([
    { id: 40, line: 3, becomes: 'nothing' },
    { id: 41, line: 3, was: 'a === b', becomes: '(a )!==( b)' },
  ])
})

test('names a file that cannot be parsed', () => {
  expect(() => withMutants('a.ts', 'const', 1)).toThrow(/^a\.ts: /)
})
