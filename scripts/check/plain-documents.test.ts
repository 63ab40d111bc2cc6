import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inProject } from '../setup/workspace.mjs'
import { findHabits } from '../shape/plain-words.ts'
import { projectFiles } from '../shape/project-files.ts'

/** The specification is quoted, decisions and measurements are records of their day. */
const isRecord = /^docs\/(specification|decisions|notes)\//
const documents = projectFiles().filter(path => path.endsWith('.md') && !isRecord.test(path))

test('documents have none of the habits that readers stumble over', () => {
  expect(documents).toContain('README.md')
  expect(documents.flatMap(path => linesOf(path).flatMap(({ text, place }) => habitsOf(text, place)))).toEqual([])
})

test('the English texts of the console have none of them', () => {
  const texts = readFileSync(inProject('apps/console/src/i18n/en.json'), 'utf8').split('\n')
  expect(texts.length).toBeGreaterThan(4000)
  expect(texts.flatMap((text, index) => habitsOf(/: "(.*)",?$/.exec(text)?.[1] ?? '', `${index + 1}`))).toEqual([])
})

test('finds a habit in a line, but not in code, links or quotations', () => {
  expect(habitsOf('Nothing is told of it, too', 'a:1')).toHaveLength(2)
  expect(habitsOf('See [the images](e2e/pictures/kept) and `mail/`, called "told"', 'a:1')).toEqual([])
})

function habitsOf(text: string, place: string): string[] {
  return findHabits(text).map(habit => `${place} ${habit}`)
}

/** Without the drawings and commands between fences. */
function linesOf(path: string): { text: string; place: string }[] {
  let isCode = false
  return readFileSync(inProject(path), 'utf8')
    .split('\n')
    .flatMap((text, index) => {
      if (text.startsWith('```')) isCode = !isCode
      return isCode ? [] : [{ text, place: `${path}:${index + 1}` }]
    })
}
