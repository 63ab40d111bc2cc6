import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'
import { expect, it } from 'vitest'
import { parts } from '../../build/catalogue-parts.ts'
import { findAskedTexts } from '../support/sources.ts'

const sources = fileURLToPath(new URL('../../src/', import.meta.url))
const style = 'features/auth/auth.css'

/** Files of the console that a file reaches, at once or later. */
function reachedFrom(start: string): Set<string> {
  const reached = new Set([start])
  // A set can grow while it is walked: what is added comes later in the walk.
  for (const path of reached) {
    const code = readFileSync(join(sources, path), 'utf8')
    const { module } = parseSync(path, code)
    const later = module.dynamicImports.map(({ moduleRequest: { start, end } }) => code.slice(start + 1, end - 1))
    const passedOn = module.staticExports.flatMap(({ entries }) => entries.map(one => one.moduleRequest?.value ?? ''))
    const imported = module.staticImports.map(({ moduleRequest }) => moduleRequest.value)
    for (const specifier of [...imported, ...passedOn, ...later])
      if (/^\.[\w./-]*\.tsx?$/.test(specifier)) reached.add(join(dirname(path), specifier))
  }
  return reached
}

/** `ui/states/{alert,wait-icon}.tsx` of each `@source`, its braces written out. */
function sourcesOf(css: string): Set<string> {
  const paths = [...css.matchAll(/@source '\.\.\/\.\.\/([^']+)'/g)].map(([, path = '']) => path)
  return new Set(
    paths.flatMap(path => {
      const [, before = path, choices = '', after = ''] = /^(.*){(.*)}(.*)$/.exec(path) ?? []
      return choices.split(',').map(choice => before + choice + after)
    }),
  )
}

const reached = reachedFrom('features/auth/main.tsx')

it('the sign-in has the styles of every component of ui/ that it uses, and of no other', () => {
  const named = sourcesOf(readFileSync(join(sources, style), 'utf8'))
  const hasClasses = (path: string) => /className|underline/.test(readFileSync(join(sources, path), 'utf8'))
  const used = [...reached].filter(path => path.startsWith('ui/') && hasClasses(path))
  expect([...named].sort()).toEqual(used.sort())
})

it('the sign-in has every text that it asks for', () => {
  const had = new Set([...parts.signIn, ...parts.signInLater])
  const asked = [...reached].flatMap(path => findAskedTexts({ path, code: readFileSync(join(sources, path), 'utf8') }))
  expect(asked.filter(({ key }) => !had.has(key.replace(/\..*/, '')))).toEqual([])
  expect(asked.length).toBeGreaterThan(80)
})
